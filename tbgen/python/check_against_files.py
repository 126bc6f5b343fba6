"""Compares vancura with python-chess on your own Syzygy files.

    python check_against_files.py FOLDER [FOLDER ...] [--positions 1000] [--seed 1]

Both probe random legal positions of each ending in the folders. Differences are counted; the exit
status is 1 if there are any, and 2 if nothing could be compared.
"""

import argparse
import pathlib
import random
import sys
from collections.abc import Callable

import chess
import chess.syzygy

import vancura


def random_board(generator: random.Random, ending: str) -> chess.Board:
    """A random legal position, in half of the cases after a random quiet move: some with en passant."""
    while True:
        board, squares = chess.Board(None), generator.sample(range(64), len(ending) - 1)
        strong, weak = ending.split("v")
        color = generator.choice(chess.COLORS)
        men = [(letter, color) for letter in strong] + [(letter, not color) for letter in weak]
        for square, (letter, owner) in zip(squares, men):
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), owner))
        board.turn = generator.choice(chess.COLORS)
        if board.is_valid():
            quiet = [move for move in board.legal_moves if not board.is_capture(move) and not move.promotion]
            if quiet and generator.random() < 0.5:
                board.push(generator.choice(quiet))
            return board


def asked(question: Callable[[chess.Board], int], board: chess.Board) -> object:
    """A value, a message about a damaged file, or None if a table is missing."""
    try:
        return question(board)
    except vancura.DamagedTable as damaged:
        return str(damaged)
    except (chess.syzygy.MissingTableError, vancura.MissingTable):
        return None


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares vancura with python-chess on your own Syzygy files.")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--positions", type=int, default=1_000, help="number of positions per ending")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ours, theirs = vancura.Tables(*options.folders), chess.syzygy.Tablebase()
    for folder in options.folders:
        theirs.add_directory(folder)
    compared = missing = different = 0
    names = {path.stem for folder in options.folders for path in pathlib.Path(folder).glob("*.rtb[wz]")}
    for ending in sorted(names, key=lambda name: (len(name), name)):
        generator, is_complete = random.Random(f"{options.seed} {ending}"), not ours.missing_for(ending)
        for board in (random_board(generator, ending) for _ in range(options.positions)):
            for kind, our, their in (("WDL", ours.wdl, theirs.probe_wdl), ("DTZ", ours.dtz, theirs.probe_dtz)):
                right, found = asked(their, board), asked(our, board)
                if None in (right, found) and (right is found or not is_complete):
                    missing += 1
                    continue
                compared += 1
                if found != right:
                    different += 1
                    print(f"{board.fen()}: {kind} {right} by python-chess, {found} by vancura")
        print(f"{ending}: {compared} values compared so far, {different} different, {missing} not in any table", flush=True)
    return 1 if different else 0 if compared else 2


if __name__ == "__main__":
    sys.exit(main())
