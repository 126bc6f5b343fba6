"""Exact endgame results for Python: Syzygy tables, endings solved in memory, proved rules.

Positions are FENs or boards with the attributes of `chess.Board` in python-chess, which is not
imported. Results are for the side to move.

>>> import vancura
>>> tables = vancura.Tables(men_in_memory=3)        # and folders of table files
>>> tables.wdl("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
<Wdl.WIN: 2>
>>> str(vancura.recognize("8/P7/4K3/8/8/8/4b3/7k b - - 0 1"))
'draw by KBvKP: the bishop reaches the path'

`vancura.syzygy` is a replacement for `chess.syzygy`.
"""

from ._native import Ending, Oracle, Tables, recognize, solve
from ._types import (
    AnnotatedGame,
    Answer,
    BoardLike,
    Bound,
    Checkmated,
    DamagedTable,
    Dtm,
    Dtz,
    Explanation,
    IllegalPosition,
    Longest,
    MissingTable,
    Move,
    Outcome,
    Position,
    Proved,
    RoundedDtz,
    SideStatistics,
    Statistics,
    Verdict,
    Wdl,
    Zugzwangs,
)

__all__ = [
    "AnnotatedGame",
    "Answer",
    "BoardLike",
    "Bound",
    "Checkmated",
    "DamagedTable",
    "Dtm",
    "Dtz",
    "Ending",
    "Explanation",
    "IllegalPosition",
    "Longest",
    "MissingTable",
    "Move",
    "Oracle",
    "Outcome",
    "Position",
    "Proved",
    "RoundedDtz",
    "SideStatistics",
    "Statistics",
    "Tables",
    "Verdict",
    "Wdl",
    "Zugzwangs",
    "recognize",
    "solve",
]
