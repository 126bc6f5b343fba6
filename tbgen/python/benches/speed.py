"""Compares the speed of probing with python-chess: python speed.py FOLDER [ENDING ...]

One process probes random legal positions of each ending from warm files; the jobs alternate, and the
median of the rounds is printed, in microseconds of wall time per position.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import chess
import chess.syzygy

import vancura

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from conftest import random_board

#: Number of positions per ending for python-chess, which takes up to a hundred times as long.
THEIRS = 300


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("endings", nargs="*", default=["KRPvKR", "KBNvKN", "KPvKP"])
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    ours = vancura.Tables(options.folder)
    theirs = chess.syzygy.open_tablebase(options.folder)
    for material in options.endings:
        generator = random.Random(1)
        boards = [random_board(generator, material) for _ in range(options.positions)]
        few, fens = boards[:THEIRS], [board.fen() for board in boards]

        def each(question: Callable[[chess.Board], int], positions: Sequence[chess.Board]) -> Callable[[], object]:
            return lambda: [question(position) for position in positions]

        def each_text(question: Callable[[str], int]) -> Callable[[], object]:
            return lambda: [question(fen) for fen in fens]

        jobs: dict[str, tuple[Callable[[], object], int]] = {
            "chess.syzygy, WDL, boards": (each(theirs.probe_wdl, few), len(few)),
            "vancura, WDL, boards": (each(ours.wdl, boards), len(boards)),
            "vancura, WDL, FENs": (each_text(ours.wdl), len(fens)),
            "vancura, WDL, boards, batch, 1 thread": (lambda: ours.wdl_many(boards, threads=1), len(boards)),
            "vancura, WDL, boards, batch, 2 threads": (lambda: ours.wdl_many(boards, threads=2), len(boards)),
            "vancura, WDL, FENs, batch, 1 thread": (lambda: ours.wdl_many(fens, threads=1), len(fens)),
            "vancura, WDL, FENs, batch, 2 threads": (lambda: ours.wdl_many(fens, threads=2), len(fens)),
            "chess.syzygy, DTZ, boards": (each(theirs.probe_dtz, few), len(few)),
            "vancura, DTZ, boards": (each(ours.dtz, boards), len(boards)),
            "vancura, DTZ, FENs": (each_text(ours.dtz), len(fens)),
        }
        times: dict[str, list[float]] = {name: [] for name in jobs}
        for round_number in range(options.rounds + 1):
            for name, (job, count) in jobs.items():
                started = time.perf_counter()
                job()
                # The first round opens files.
                if round_number:
                    times[name].append((time.perf_counter() - started) / count * 1e6)
        print(f"{material}, {len(boards)} positions, {options.rounds} rounds, microseconds each")
        for name, found in times.items():
            print(f"  {name:42}{statistics.median(found):9.2f}")


if __name__ == "__main__":
    main()
