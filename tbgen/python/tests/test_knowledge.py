"""Rules, proofs and explanations."""

from __future__ import annotations

import io
import os
import random
import threading

import chess.pgn
import pytest
from conftest import random_board

import vancura
from vancura import Bound, Oracle, Tables, Wdl

#: The results that a bound permits.
ALLOWED = {
    Bound.LOSS: {Wdl.LOSS},
    Bound.AT_MOST_DRAW: {Wdl.LOSS, Wdl.BLESSED_LOSS, Wdl.DRAW},
    Bound.DRAW: {Wdl.DRAW},
    Bound.AT_LEAST_DRAW: {Wdl.DRAW, Wdl.CURSED_WIN, Wdl.WIN},
    Bound.WIN: {Wdl.WIN},
}
RULES = int(os.environ.get("VANCURA_POSITIONS", "60")) * 5


def test_rules_are_right_about_every_position_asked(memory: Tables) -> None:
    generator = random.Random(10)
    verdicts = 0
    for material in ("KPvK", "KBvKP", "KRvKP", "KQvKP", "KQvKR", "KPvKP", "KNPvK"):
        for _ in range(RULES):
            board = random_board(generator, material)
            verdict = vancura.recognize(board)
            if verdict is not None:
                verdicts += 1
                assert memory.wdl(board) in ALLOWED[verdict.bound], f"{board.fen()}: {verdict}"
                assert vancura.recognize(board.fen()) == verdict
                assert verdict.rule
                assert verdict.claim
                assert verdict.source
    assert verdicts > 3 * RULES


def test_a_verdict_has_its_reasons() -> None:
    verdict = vancura.recognize("8/P7/4K3/8/8/8/4b3/7k b - - 0 1")
    assert verdict is not None
    assert str(verdict) == "draw by KBvKP: the bishop reaches the path"
    assert not verdict.mined
    assert "the pawn gives no check" in verdict.because
    assert verdict.plan is not None
    assert verdict.plan.startswith("Bring the bishop")
    assert verdict.example is not None
    assert vancura.recognize(verdict.example) is not None
    assert vancura.recognize("8/8/8/3k4/8/8/8/R3K3 w - - 0 1") is None


def test_the_oracle_is_right_about_small_endings(memory: Tables) -> None:
    oracle, generator = Oracle(), random.Random(11)
    for material in ("KRvKN", "KPvKP", "KQvKP"):
        for _ in range(100):
            board = random_board(generator, material)
            proved = oracle.answer(board)
            assert proved.low <= memory.wdl(board) <= proved.high, board.fen()
            assert proved.result == memory.wdl(board), board.fen()
    assert oracle.nbytes > 0


def test_the_oracle_proves_five_men_and_shows_why(reference_tables: Tables | None) -> None:
    oracle, generator = Oracle(), random.Random(12)
    searched = settled = 0
    for _ in range(150):
        board = random_board(generator, "KRPvKR")
        proved = oracle.answer(board)
        assert proved == oracle.answer(board.fen())
        if reference_tables is not None:
            truth = reference_tables.wdl_many([board], missing=99)[0]
            assert truth == 99 or proved.low <= truth <= proved.high, board.fen()
        settled += proved.result is not None
        if proved.nodes and proved.result is not None:
            searched += 1
            assert proved.verdict is None or proved.verdict.bound not in (Bound.WIN, Bound.DRAW, Bound.LOSS)
            assert proved.leaves or proved.positions
            assert sum(proved.leaves.values()) <= proved.positions
            played = board.copy()
            for san in proved.line:
                played.push_san(san)
    assert settled > 100
    assert searched > 5
    assert Oracle(nodes=0).answer("8/8/8/3k4/8/3n4/8/R6K w - - 0 1").nodes == 0


def test_threads_share_an_oracle() -> None:
    oracle, generator = Oracle(), random.Random(13)
    boards = [random_board(generator, material) for material in ("KRPvKR", "KBPvKB", "KQvKR") for _ in range(10)]
    found: list[list[vancura.Proved]] = []
    ask = lambda: found.append([oracle.answer(board) for board in boards])  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert found[0] == found[1] == found[2]


def test_an_explanation_is_text_and_data(memory: Tables) -> None:
    explanation = memory.explain("8/P7/4K3/8/8/8/4b3/7k b - - 0 1")
    assert "KBvKP: the bishop reaches the path" in str(explanation)
    assert explanation.data["reason"]["rule"] == "KBvKP: the bishop reaches the path"
    assert {move["san"] for move in explanation.data["moves"] if move["effect"] == "keeps"} == {"Bf3", "Bg4+"}


def test_an_explanation_without_tables_rests_on_rules_and_proofs() -> None:
    explanation = Tables().explain("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1")
    assert explanation.data["dtm"] is None
    assert explanation.data["result"] == "Win"
    assert explanation.data["reason"]["rule"].startswith("KRPvKR")


PGN = """[White "Left"]
[Black "Right"]
[FEN "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"]
[Result "1/2-1/2"]

1. Kd5 Kd7 1/2-1/2

[White "Castle"]
[Result "*"]

1. e4 e5 *
"""


def test_games_are_annotated(memory: Tables) -> None:
    ending, opening = memory.annotate(PGN)
    first, second = ending.data["moves"]
    assert (first["san"], first["before"], first["after"], first["fault"]) == ("Kd5", "Win", "Draw", "mistake")
    assert first["better"]["line"].startswith("1. K")
    assert second["fault"] is None
    assert "1 missed win" in ending.summary
    assert (first["accuracy"], first["centipawn_loss"]) == (9.9, 1000)
    assert ending.data["white"]["accuracy"] == {"moves": 1, "percent": 9.9, "centipawn_loss": 1000.0}
    assert ending.data["black"]["accuracy"]["percent"] == 100.0
    assert '[WhiteAccuracy "9.9"]' in ending.pgn
    game = chess.pgn.read_game(io.StringIO(ending.pgn))
    assert game is not None
    assert game.errors == []
    node = game.variations[0]
    assert (node.move.uci(), node.nags) == ("e6d5", {chess.pgn.NAG_MISTAKE})
    assert len(game.variations) == 2
    assert str(opening) == opening.pgn
    assert opening.data["exact_from"] is None
    assert opening.data["white"]["accuracy"] == {"moves": 0, "percent": None, "centipawn_loss": None}
    assert memory.annotate("") == []
    with pytest.raises(ValueError, match="line 3"):
        memory.annotate('[White "W"]\n\n1. e5 *\n')


@pytest.fixture(scope="module")
def reference_tables() -> Tables | None:
    from conftest import reference_folder

    folder = reference_folder()
    return Tables(folder) if folder else None
