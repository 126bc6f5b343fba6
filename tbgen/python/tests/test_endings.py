"""Endings solved in memory: values, statistics, progress, signals, threads."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import textwrap
import threading
import time

import chess
import pytest
from conftest import random_board, solved

import vancura
from vancura import IllegalPosition, MissingTable, Tables, Wdl, solve


def test_known_longest_mates() -> None:
    for name, moves in (("KQvK", 10), ("KRvK", 16), ("KPvK", 28), ("KBBvK", 19), ("KBNvK", 33), ("KQvKR", 35)):
        longest = solved(name).statistics.white.longest_win
        assert longest is not None
        assert longest.moves == moves, name
        assert solved(name).dtm(longest.fen) == longest.plies


def test_statistics_add_up() -> None:
    statistics = solved("KPvK").statistics
    white, black = statistics.white, statistics.black
    assert (statistics.material, white.wins, white.losses, black.wins) == ("KPvK", 62_480, 0, 0)
    assert sum(positions for plies, positions in white.histogram.items() if plies % 2) == white.wins
    assert sum(black.histogram.values()) == black.losses
    assert black.longest_loss is not None
    assert black.histogram[black.longest_loss.plies] == black.longest_loss.positions
    assert statistics.mutual_zugzwangs.white_draws_black_loses == 80
    assert (white.cursed_wins, white.blessed_losses) == (0, 0)


def test_names_may_be_spelled_in_any_way() -> None:
    for name in ("kvkr", "K v KR", "KRvK", "krk"):
        assert solve(name).material == "KRvK"


@pytest.mark.parametrize("name", ["KvK", "KQRBNPvK", "KXvK", "", "QvR", "KKKvK"])
def test_what_cannot_be_solved_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="."):
        solve(name)


def test_lines_lead_to_mate() -> None:
    ending = solved("KQvKR")
    generator = random.Random(8)
    mates = 0
    for _ in range(100):
        board = random_board(generator, "KQvKR")
        line, dtm = ending.line(board), ending.dtm(board)
        assert len(line) == abs(dtm)
        for san in line:
            best = ending.moves(board)[0]
            assert best.dtm == ending.dtm(board)
            board.push_san(san)
        if line:
            assert board.is_checkmate()
            mates += 1
    assert mates > 50
    assert all("#" not in san for san in ending.line("8/8/8/3k4/8/8/8/4K3 w - - 0 1"))
    with pytest.raises(ValueError, match="`glory`"):
        ending.line("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", goal="glory")  # type: ignore[arg-type]


def test_moves_are_the_legal_ones_with_the_values_of_the_positions_after_them(memory: Tables) -> None:
    generator = random.Random(9)
    for _ in range(100):
        board = random_board(generator, "KPvKP")
        moves = memory.moves(board)
        assert {move.uci for move in moves} == {move.uci() for move in board.legal_moves}
        assert moves == sorted(moves, key=lambda move: -best_first(move))
        for move in moves:
            after = board.copy()
            assert board.san(chess.Move.from_uci(move.uci)) == move.san
            assert board.is_zeroing(chess.Move.from_uci(move.uci)) == move.zeroing
            after.push_uci(move.uci)
            there = memory.dtm(after)
            assert move.dtm is not None
            assert move.dtm.wdl == -there.wdl
            assert abs(move.dtm) == (abs(there) + 1 if there.wdl else 0)


def best_first(move: vancura.Move) -> int:
    assert move.dtm is not None
    return move.dtm.wdl * 1_000 - move.dtm


def test_other_endings_are_missing() -> None:
    ending = solved("KRvK")
    with pytest.raises(MissingTable, match="the position is of KQvK"):
        ending.wdl("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1")
    with pytest.raises(IllegalPosition):
        ending.wdl("8/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert ending.wdl("8/8/8/3k4/8/8/8/4K3 w - - 0 1") == Wdl.DRAW


def test_samples_are_legal_and_repeatable() -> None:
    ending = solved("KRvK")
    for result in (None, Wdl.LOSS, Wdl.DRAW, Wdl.WIN):
        fens = ending.sample(50, seed=7, result=result)
        assert fens == ending.sample(50, seed=7, result=result)
        assert fens != ending.sample(50, seed=8, result=result)
        assert len(set(fens)) == 50
        assert all(chess.Board(fen).is_valid() for fen in fens)
        assert result is None or {ending.wdl(fen) for fen in fens} == {result}
    with pytest.raises(ValueError, match="Wdl"):
        ending.sample(5, result=7)  # type: ignore[arg-type]


def test_progress_is_reported_and_may_end_the_work() -> None:
    calls: list[tuple[str, int, int]] = []
    solve("KPvK", progress=lambda *call: calls.append(call))
    assert [call[0] for call in calls][-1] == "KPvK"
    assert [call[1:] for call in calls] == [(number, 5) for number in range(1, 6)]

    def enough(name: str, number: int, of: int) -> None:
        if number == 2:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve("KPvK", progress=enough)


def test_other_threads_run_while_an_ending_is_solved() -> None:
    ticks, done = [0], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    started = time.monotonic()
    solve("KRPvK")
    seconds = time.monotonic() - started
    done.set()
    thread.join()
    # With the lock held none would have passed.
    assert ticks[0] > 20 * seconds


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise")
@pytest.mark.parametrize(
    "work",
    [
        "vancura.solve('KRPPvK')",
        "vancura.Tables(men_in_memory=5).probe('8/8/8/3k4/8/8/PP6/R3K3 w - - 0 1')",
        "vancura.Tables(men_in_memory=3).wdl_many(itertools.repeat('8/8/8/3k4/8/8/8/R3K3 w - - 0 1'), missing=9)",
    ],
)
def test_ctrl_c_ends_it(work: str) -> None:
    code = f"""
        import itertools, signal, time, vancura
        # Otherwise programs started in the background ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("ready", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            raise SystemExit(17)
    """
    program = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.0)
        assert process.poll() is None, "it was over before the signal"
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=60) == 17
        finally:
            process.kill()
        assert time.monotonic() - started < 15


def test_a_set_still_answers_after_ctrl_c() -> None:
    tables = Tables(men_in_memory=4)
    previous = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError("rung")))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(TimeoutError, match="rung"):
            for fen in ("8/8/8/3k4/8/8/8/RB2K3 w - - 0 1",) * 100_000:
                tables.dtm(fen)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert tables.dtm("8/8/8/3k4/8/8/8/RB2K3 w - - 0 1").wdl == Wdl.WIN


def test_many_threads_ask_for_endings_in_memory() -> None:
    tables = Tables(men_in_memory=3)
    fens = ["8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", "8/8/8/3k4/8/8/4P3/4K3 b - - 0 1"]
    found: list[list[int]] = []
    threads = [threading.Thread(target=lambda: found.append([tables.dtm(fen) for fen in fens])) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert all(one == found[0] for one in found)
