"""The interface of `chess.syzygy`: a program that probes with python-chess only changes its import.

Boards are those of python-chess; FENs work, too. Differences: files are compared with their
checksums before the first answer, damaged ones raise `DamagedTable`, and distances to zeroing are
`Dtz`, with an attribute for whether they are exact.

>>> import vancura.syzygy
>>> with vancura.syzygy.open_tablebase(".") as tablebase:
...     print(tablebase.get_wdl("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"))
None
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import TypeVar, Union, overload

from . import Dtz, MissingTable, Position, Tables, Wdl

__all__ = ["MissingTableError", "Tablebase", "open_tablebase"]

#: The name in `chess.syzygy`.
MissingTableError = MissingTable

_T = TypeVar("_T")


class Tablebase:
    """Table files of some folders, with the methods of `chess.syzygy.Tablebase`."""

    def __init__(self) -> None:
        self._folders: list[str] = []
        self._tables = Tables()

    def add_directory(self, directory: Union[str, os.PathLike[str]]) -> int:
        """Adds the files of a folder and returns the total number of files."""
        folders = [*self._folders, os.fspath(directory)]
        self._tables, self._folders = Tables(*folders), folders
        return len(self._tables.names)

    def probe_wdl(self, board: Position) -> Wdl:
        """The result: 2 for a win, 1 for a cursed win, 0, -1 for a blessed loss, -2 for a loss.

        Raises `MissingTableError`, a `KeyError`.
        """
        return self._tables.wdl(board)

    def probe_dtz(self, board: Position) -> Dtz:
        """Plies to the next capture or pawn move, which may be one too few if not `.exact`.

        Raises `MissingTableError`, a `KeyError`.
        """
        return self._tables.dtz(board)

    @overload
    def get_wdl(self, board: Position) -> Wdl | None: ...
    @overload
    def get_wdl(self, board: Position, default: _T) -> Wdl | _T: ...
    def get_wdl(self, board: Position, default: object = None) -> object:
        """As `probe_wdl`, or `default` if no table contains the position."""
        try:
            return self._tables.wdl(board)
        except MissingTable:
            return default

    @overload
    def get_dtz(self, board: Position) -> Dtz | None: ...
    @overload
    def get_dtz(self, board: Position, default: _T) -> Dtz | _T: ...
    def get_dtz(self, board: Position, default: object = None) -> object:
        """As `probe_dtz`, or `default` if no table contains the position."""
        try:
            return self._tables.dtz(board)
        except MissingTable:
            return default

    def close(self) -> None:
        """Closes the files."""
        self._folders, self._tables = [], Tables()

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def open_tablebase(directory: Union[str, os.PathLike[str]]) -> Tablebase:
    """Opens the files of a folder; more can be added."""
    tablebase = Tablebase()
    tablebase.add_directory(directory)
    return tablebase
