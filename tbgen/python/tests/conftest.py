"""Shared by the tests: a folder of published tables, endings in memory, random positions."""

from __future__ import annotations

import functools
import os
import pathlib
import random
import warnings

import chess
import pytest

import vancura

PACKAGE = pathlib.Path(__file__).parent.parent


def reference_folder() -> pathlib.Path | None:
    """The folder of published tables in the one named by VANCURA_REFERENCE."""
    root = os.environ.get("VANCURA_REFERENCE")
    return pathlib.Path(root) / "syzygy" if root else None


@pytest.fixture(scope="session")
def reference() -> pathlib.Path:
    """Skips tests, with a message, if there are no published tables; fails if they are required."""
    folder = reference_folder()
    if folder is None:
        if "reference" in os.environ.get("VANCURA_REQUIRE", "").split(","):
            pytest.fail("VANCURA_REQUIRE lists `reference`, but VANCURA_REFERENCE names no folder")
        warnings.warn("NOT CHECKED: VANCURA_REFERENCE names no folder of published tables", stacklevel=1)
        pytest.skip("NOT CHECKED: VANCURA_REFERENCE names no folder of published tables")
    assert folder.is_dir(), f"VANCURA_REFERENCE: {folder} is no folder"
    return folder


@pytest.fixture(scope="session")
def memory() -> vancura.Tables:
    """Endings of up to four men, solved once for all tests."""
    return vancura.Tables(men_in_memory=4)


@functools.cache
def solved(name: str) -> vancura.Ending:
    """An ending, solved once for all tests."""
    return vancura.solve(name)


def random_board(generator: random.Random, material: str) -> chess.Board:
    """A random legal position of an ending, either color as the stronger side."""
    strong, weak = material.split("v")
    while True:
        board = chess.Board(None)
        color = generator.choice(chess.COLORS)
        squares = iter(generator.sample(range(64), len(strong) + len(weak)))
        for letters, owner in ((strong, color), (weak, not color)):
            for letter in letters:
                piece = chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), owner)
                board.set_piece_at(next(squares), piece)
        board.turn = generator.choice(chess.COLORS)
        if board.is_valid():
            return board


def with_en_passant(generator: random.Random, material: str) -> chess.Board:
    """A random legal position of an ending with two pawns after a double push."""
    while True:
        board = random_board(generator, material)
        steps = [
            move
            for move in board.legal_moves
            if board.piece_type_at(move.from_square) == chess.PAWN
            and abs(chess.square_rank(move.from_square) - chess.square_rank(move.to_square)) == 2
        ]
        if steps:
            board.push(generator.choice(steps))
            return board
