"""Compares results and distances with python-chess on published tables."""

from __future__ import annotations

import os
import pathlib
import random
import shutil
import threading
from collections.abc import Iterator

import chess
import chess.syzygy
import pytest
from conftest import random_board, solved, with_en_passant

import vancura
import vancura.syzygy
from vancura import DamagedTable, MissingTable, Tables

#: Random positions of each ending.
POSITIONS = int(os.environ.get("VANCURA_POSITIONS", "60"))


def endings(folder: pathlib.Path) -> list[str]:
    """The endings for which no table is missing."""
    tables = Tables(folder)
    named = sorted(path.stem for path in folder.glob("*.rtbw"))
    return [name for name in named if not tables.missing_for(name) and f"{name}.rtbz" in tables.names]


@pytest.fixture(scope="module")
def theirs(reference: pathlib.Path) -> Iterator[chess.syzygy.Tablebase]:
    with chess.syzygy.open_tablebase(str(reference)) as tablebase:
        yield tablebase


def test_every_ending_has_the_values_of_python_chess(
    reference: pathlib.Path, theirs: chess.syzygy.Tablebase
) -> None:
    ours = Tables(reference)
    generator = random.Random(3)
    compared = exact = 0
    for material in endings(reference):
        boards = [random_board(generator, material) for _ in range(POSITIONS)]
        if material.count("P") == 2 and "P" in material.split("v")[1]:
            boards += [with_en_passant(generator, material) for _ in range(5 * POSITIONS)]
        results = ours.wdl_many(boards, threads=2)
        for board, result in zip(boards, results):
            wdl = theirs.probe_wdl(board)
            assert ours.wdl(board) == ours.wdl(board.fen()) == wdl == result, board.fen()
            dtz = ours.dtz(board)
            assert dtz == ours.dtz(board.fen()), board.fen()
            assert dtz == theirs.probe_dtz(board), board.fen()
            compared += 1
            exact += dtz.exact
    assert compared >= POSITIONS * len(endings(reference)) > 0
    assert 0 < exact <= compared


def test_rounded_distances_are_at_most_one_too_small(reference: pathlib.Path) -> None:
    ours, exact = Tables(reference), solved("KBNvK")
    generator = random.Random(4)
    rounded = 0
    for _ in range(500):
        board = random_board(generator, "KBNvK")
        dtz, right = ours.dtz(board), exact.dtz(board)
        assert abs(right) - abs(dtz) in ((0,) if dtz.exact else (0, 1)), board.fen()
        rounded += not dtz.exact
    assert rounded > 0


def test_one_import_line_changes(reference: pathlib.Path, theirs: chess.syzygy.Tablebase) -> None:
    with vancura.syzygy.open_tablebase(str(reference)) as tablebase:
        generator = random.Random(5)
        for material in ("KRPvK", "KPvKP", "KQvKR"):
            for _ in range(50):
                board = random_board(generator, material)
                assert tablebase.probe_wdl(board) == theirs.probe_wdl(board)
                assert tablebase.probe_dtz(board) == theirs.probe_dtz(board)
                assert tablebase.get_wdl(board) == theirs.get_wdl(board)
                assert tablebase.get_dtz(board) == theirs.get_dtz(board)
        absent = chess.Board("4k3/8/8/8/8/8/QQQ5/QQQK4 w - - 0 1")
        assert tablebase.get_wdl(absent) is theirs.get_wdl(absent) is None
        assert tablebase.get_dtz(absent, 17) == 17
        for tables in (tablebase, theirs):
            with pytest.raises(KeyError):
                tables.probe_wdl(absent)
            with pytest.raises(KeyError):
                tables.probe_dtz(absent)
    with pytest.raises(vancura.syzygy.MissingTableError):
        tablebase.probe_wdl(board)


def test_threads_share_a_set(reference: pathlib.Path) -> None:
    tables = Tables(reference)
    generator = random.Random(6)
    boards = [random_board(generator, material) for material in endings(reference) for _ in range(4)]
    expected = [tables.wdl(board) for board in boards]
    fresh, wrong = Tables(reference), list[str]()

    def ask(seed: int) -> None:
        order = list(zip(boards, expected))
        random.Random(seed).shuffle(order)
        wrong.extend(board.fen() for board, wdl in order if fresh.wdl(board) != wdl)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_batches_are_those_of_single_positions(reference: pathlib.Path) -> None:
    tables = Tables(reference, men_in_memory=3)
    generator = random.Random(7)
    boards = [random_board(generator, generator.choice(endings(reference))) for _ in range(1_000)]
    mixed = [board if generator.random() < 0.5 else board.fen() for board in boards]
    expected = [tables.wdl(board) for board in boards]
    for threads in (1, 2, 7, None):
        assert tables.wdl_many(iter(mixed), threads=threads).tolist() == expected
    assert tables.wdl_many([]).tolist() == []
    absent = chess.STARTING_FEN
    with pytest.raises(MissingTable) as missing:
        tables.wdl_many([*mixed, absent, "nonsense"])
    assert missing.value.position == len(mixed)  # type: ignore[attr-defined]
    filled = tables.wdl_many([absent, *mixed], missing=99)
    assert filled.tolist() == [99, *expected]
    with pytest.raises(vancura.IllegalPosition) as illegal:
        tables.wdl_many(["8/8/8/8/8/8/8/8 w - - 0 1", *mixed], missing=99)
    assert illegal.value.position == 0  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="threads is 0"):
        tables.wdl_many(mixed, threads=0)


def test_numpy_takes_a_batch_without_copying(reference: pathlib.Path) -> None:
    numpy = pytest.importorskip("numpy", reason="NOT CHECKED: numpy is not installed")
    results = Tables(reference).wdl_many(["8/8/8/3k4/8/8/8/R3K3 w - - 0 1"] * 3)
    view = numpy.asarray(results)
    assert view.dtype == numpy.int8
    assert view.tolist() == [2, 2, 2]
    results[0] = -2
    assert view[0] == -2


def damaged(path: pathlib.Path, how: str) -> None:
    contents = bytearray(path.read_bytes())
    middle = len(contents) // 2
    if how == "bit":
        contents[middle] ^= 1
    elif how == "header":
        contents[:4] = b"\0\0\0\0"
    elif how == "short":
        del contents[middle:]
    elif how == "empty":
        contents.clear()
    path.write_bytes(contents)


@pytest.mark.parametrize("how", ["bit", "header", "short", "empty"])
@pytest.mark.parametrize("verify", ["once", "always"])
def test_damaged_files_are_named_and_never_answer(
    reference: pathlib.Path, tmp_path: pathlib.Path, how: str, verify: str
) -> None:
    for name in ("KRvKN.rtbw", "KRvKN.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KNvK.rtbw"):
        shutil.copy(reference / name, tmp_path / name)
    damaged(tmp_path / "KRvKN.rtbw", how)
    tables = Tables(tmp_path, verify=verify)  # type: ignore[arg-type]
    fen = "8/8/8/3k4/8/2n5/8/R3K3 b - - 0 1"
    for question in (tables.wdl, tables.dtz, tables.probe, tables.moves, lambda fen: tables.wdl_many([fen], missing=9)):
        with pytest.raises(DamagedTable, match=r"KRvKN\.rtbw") as raised:
            question(fen)
        assert "fetch or build it again" in str(raised.value)
        assert raised.value.filename == str(tmp_path / "KRvKN.rtbw")
        assert isinstance(raised.value, OSError)
    # Other files can still be probed.
    assert tables.wdl("8/8/8/3k4/8/8/8/R3K3 w - - 0 1") == 2
    calls: list[tuple[int, int]] = []
    found = tables.verify(lambda done, of: calls.append((done, of)))
    assert list(found) == [str(tmp_path / "KRvKN.rtbw")]
    assert calls[-1] == (5, 5)


def test_a_file_cut_short_while_in_use_is_an_error(reference: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for name in ("KQvKP.rtbw", "KQvKP.rtbz", *(f"K{piece}vK.rtbw" for piece in "PQ")):
        shutil.copy(reference / name, tmp_path / name)
    tables = Tables(tmp_path)
    quiet = "8/8/8/2k5/8/2p5/8/K6Q w - - 0 1"
    assert tables.wdl(quiet) == 2
    with open(tmp_path / "KQvKP.rtbw", "r+b") as file:
        file.truncate(0)
    with pytest.raises(DamagedTable):
        tables.wdl(quiet)


def test_what_is_missing_is_said(reference: pathlib.Path, tmp_path: pathlib.Path) -> None:
    shutil.copy(reference / "KRvK.rtbw", tmp_path)
    tables = Tables(tmp_path)
    assert (tables.names, tables.max_men) == (["KRvK.rtbw"], 3)
    fen = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"
    assert tables.wdl(fen) == 2
    with pytest.raises(MissingTable, match=r"put KRvK\.rtbz into a table folder") as missing:
        tables.dtz(fen)
    assert missing.value.file == "KRvK.rtbz"
    answer = tables.probe(fen)
    assert (answer.wdl, answer.dtz, answer.dtm) == (2, None, None)
    with pytest.raises(MissingTable, match="men_in_memory=3"):
        tables.dtm(fen)
    with pytest.raises(MissingTable, match=r"KRvK\.vdtm"):
        tables.line(fen)
    with pytest.raises(MissingTable, match=r"KRvK\.rtbz"):
        tables.line(fen, goal="zeroing")
    assert tables.missing_for("KRvK") == []
    assert tables.missing_for("KRvKN") == ["KRvKN", "KNvK"]
    with pytest.raises(ValueError, match="`i` is not a piece"):
        tables.missing_for("Kings")
    with pytest.raises(FileNotFoundError):
        Tables(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="`sometimes`"):
        Tables(tmp_path, verify="sometimes")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a folder must be a str or a path"):
        Tables(17)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="up to 5 men"):
        Tables(men_in_memory=6)


def test_files_and_memory_together(reference: pathlib.Path) -> None:
    tables = Tables(reference, men_in_memory=4)
    fen = "8/8/8/3k4/8/2n5/8/R3K3 b - - 0 1"
    answer = tables.probe(fen)
    assert answer.dtm is not None
    assert answer.dtz is not None
    assert answer.dtz.exact
    assert answer.wdl == tables.wdl(fen)
    board = chess.Board("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    for goal in ("mate", "zeroing"):
        line = tables.line(board, goal=goal)
        played = board.copy()
        for san in line:
            played.push_san(san)
        assert played.is_checkmate()
        assert len(line) == tables.dtm(board)
