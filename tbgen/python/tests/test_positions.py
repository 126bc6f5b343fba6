"""Positions: FENs and boards, right and wrong."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from types import SimpleNamespace

import chess
import chess.variant
import pytest
from conftest import random_board, solved, with_en_passant

import vancura
from vancura import IllegalPosition, MissingTable, Tables, Wdl


@pytest.fixture(scope="module")
def tables(memory: Tables) -> Tables:
    return memory


def test_the_package_does_not_import_python_chess_or_numpy() -> None:
    code = "import sys, vancura; sys.exit(any(name in sys.modules for name in ('chess', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_boards_and_fens_are_the_same_positions(tables: Tables) -> None:
    generator = random.Random(1)
    for material in ("KPvKP", "KRvKN", "KPPvK", "KQvKR"):
        for _ in range(300):
            board = random_board(generator, material)
            assert tables.probe(board) == tables.probe(board.fen()), board.fen()


def test_en_passant_counts_where_a_pawn_can_capture(tables: Tables) -> None:
    generator = random.Random(2)
    captures = 0
    for _ in range(1_000):
        board = with_en_passant(generator, "KPvKP")
        assert board.ep_square is not None
        # python-chess sets the square after any double push; its FEN contains it if a capture is legal.
        assert tables.probe(board) == tables.probe(board.fen(en_passant="legal")), board.fen()
        assert tables.probe(board) == tables.probe(board.fen(en_passant="fen")), board.fen()
        captures += board.has_legal_en_passant()
    assert captures > 10
    # Only the capture saves the game.
    board = chess.Board("8/8/8/8/1Pp5/2K5/8/7k b - b3 0 1")
    assert tables.wdl(board) == Wdl.DRAW
    board.ep_square = None
    assert tables.wdl(board) == Wdl.LOSS


def test_an_en_passant_square_without_a_pawn_is_none_on_boards_and_an_error_in_fens(tables: Tables) -> None:
    board = chess.Board("8/8/8/8/1Pp5/2K5/8/7k b - - 0 1")
    for square in (chess.B3, chess.A3, chess.H6, chess.E4, chess.A1):
        bogus = board.copy()
        bogus.ep_square = square
        expected = Wdl.DRAW if square == chess.B3 else Wdl.LOSS
        assert tables.wdl(bogus) == expected, chess.square_name(square)
    with pytest.raises(IllegalPosition, match="en passant square `a3`"):
        tables.wdl("8/8/8/8/1Pp5/2K5/8/7k b - a3 0 1")


def test_the_counter_of_a_board_is_read(tables: Tables) -> None:
    board = chess.Board("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    for clock, expected in ((0, "WIN"), (73, "WIN"), (74, "CURSED_WIN"), (5_000, "CURSED_WIN")):
        board.halfmove_clock = clock
        outcome = tables.probe(board).outcome
        assert outcome is not None
        assert outcome.name == expected, clock


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "the FEN has no board"),
        ("hello", "not a FEN"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on a8"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check but it is the other side's move"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is `x`"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right `K`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - nine 1", "not a number"),
    ],
)
def test_illegal_fens_are_refused_everywhere(tables: Tables, fen: str, message: str) -> None:
    ending = solved("KQvK")
    asked = (tables.wdl, tables.dtz, tables.dtm, tables.probe, tables.moves, tables.line, tables.explain)
    others = (ending.wdl, ending.dtm, ending.moves, vancura.recognize, vancura.Oracle().answer)
    for question in (*asked, *others):
        with pytest.raises(IllegalPosition, match=message):
            question(fen)


def test_illegal_boards_are_refused(tables: Tables) -> None:
    def broken(**changes: object) -> SimpleNamespace:
        board = chess.Board("8/8/8/3k4/8/8/4P3/4K3 b - - 0 1")
        names = "occupied_co pawns knights bishops rooks queens kings turn ep_square castling_rights halfmove_clock"
        return SimpleNamespace(**({name: getattr(board, name) for name in names.split()} | changes))

    assert tables.wdl(broken()) == Wdl.DRAW
    both = [chess.BB_D5, chess.BB_E1 | chess.BB_E2]
    illegal: tuple[dict[str, object], ...] = (
        {"kings": chess.BB_E1},
        {"pawns": chess.BB_E2 | chess.BB_E1},
        {"pawns": chess.BB_E2 | chess.BB_H4},
        {"pawns": 0},
        {"occupied_co": [chess.BB_D5 | chess.BB_E2, both[1]]},
        {"occupied_co": [chess.BB_D5 | chess.BB_H8, both[1]]},
        {"pawns": chess.BB_E1 << 56, "occupied_co": [chess.BB_D5, chess.BB_E1 | chess.BB_E1 << 56]},
        {"kings": chess.BB_D5 | chess.BB_D6, "occupied_co": [chess.BB_D5, chess.BB_D6 | chess.BB_E2]},
    )
    for changes in illegal:
        for question in (tables.wdl, tables.dtz, tables.probe, vancura.recognize):
            with pytest.raises(IllegalPosition):
                question(broken(**changes))
    strange: tuple[dict[str, object], ...] = (
        {"kings": -1},
        {"kings": 1 << 64},
        {"kings": "e1"},
        {"turn": "white"},
        {"turn": None},
        {"halfmove_clock": -1},
        {"castling_rights": None},
        {"ep_square": "b3"},
        {"ep_square": -1},
    )
    for changes in strange:
        with pytest.raises(TypeError, match="not a position"):
            tables.wdl(broken(**changes))
    for other in (None, 17, b"8/8/8/3k4/8/8/4P3/4K3 b - - 0 1", ["fen"], object()):
        with pytest.raises(TypeError, match="a position is a FEN or a board"):
            tables.wdl(other)  # type: ignore[arg-type]


def test_boards_of_variants_are_refused(tables: Tables) -> None:
    fen = "8/8/8/3k4/8/8/4P3/4K3 b - - 0 1"
    for variant in (chess.variant.AntichessBoard, chess.variant.AtomicBoard, chess.variant.RacingKingsBoard):
        with pytest.raises(IllegalPosition, match="variant"):
            tables.wdl(variant(fen))
    assert tables.wdl(chess.Board(fen, chess960=True)) == Wdl.DRAW


def test_rights_to_castle_are_in_no_table_as_for_python_chess(tables: Tables) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    for position in (fen, chess.Board(fen)):
        for question in (tables.wdl, tables.dtz, tables.probe, vancura.Oracle().answer):
            with pytest.raises(MissingTable, match="castling"):
                question(position)
        with pytest.raises(KeyError):
            tables.wdl(position)
        assert vancura.recognize(position) is None


def test_too_many_pieces_are_in_no_table(tables: Tables) -> None:
    for question in (tables.wdl, tables.dtz, tables.probe, tables.moves):
        with pytest.raises(MissingTable) as missing:
            question(chess.Board(chess.STARTING_FEN.replace("KQkq", "-")))
        assert missing.value.file is None
    assert vancura.recognize(chess.Board()) is None


def test_values_compare_print_and_pickle(tables: Tables) -> None:
    mate = "R6k/8/6K1/8/8/8/8/8 b - - 0 1"
    assert tables.dtm(mate) == 0
    assert tables.dtm(mate).wdl == Wdl.LOSS
    assert tables.dtm("8/8/8/3k4/8/8/8/4K3 w - - 0 1").wdl == Wdl.DRAW
    answer = tables.probe(chess.Board("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"))
    verdict = vancura.recognize("8/P7/4K3/8/8/8/4b3/7k b - - 0 1")
    for value in (answer, verdict, tables.dtm(mate), answer.dtz, answer.outcome, vancura.RoundedDtz(3)):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert repr(again) == repr(value)
    error = pickle.loads(pickle.dumps(MissingTable("gone", "KRvK.rtbw")))
    assert (str(error), error.file) == ("gone", "KRvK.rtbw")
    assert isinstance(answer.wdl, int)
