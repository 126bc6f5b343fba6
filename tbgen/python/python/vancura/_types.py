"""The classes of the values that the native part returns: they can be compared, printed and pickled."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Union


class BoardLike(Protocol):
    """The attributes of a board that are read, as in `chess.Board` of python-chess."""

    @property
    def occupied_co(self) -> Sequence[int]:
        """Squares of Black's and of White's pieces, in this order, as bitboards."""

    @property
    def pawns(self) -> int:
        """Squares of the pawns of both colors."""

    @property
    def knights(self) -> int:
        """Squares of the knights."""

    @property
    def bishops(self) -> int:
        """Squares of the bishops."""

    @property
    def rooks(self) -> int:
        """Squares of the rooks."""

    @property
    def queens(self) -> int:
        """Squares of the queens."""

    @property
    def kings(self) -> int:
        """Squares of the kings."""

    @property
    def turn(self) -> bool:
        """True when White is to move."""

    @property
    def ep_square(self) -> int | None:
        """The en passant square; ignored if no pawn can capture there."""

    @property
    def castling_rights(self) -> int:
        """Squares of the rooks that may castle."""

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""


#: A FEN, or a board with the attributes of those of python-chess.
Position = Union[str, BoardLike]


class MissingTable(KeyError):
    """No table contains the position: a file is missing, it has too many pieces, or a side may castle.

    `file` is the name of the missing file, `None` if no file would help.

    >>> from vancura import MissingTable, Tables
    >>> try:
    ...     Tables().wdl("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    ... except MissingTable as missing:
    ...     print(missing.file, "-", missing)
    KRvK.rtbw - no WDL table for KRvK: put KRvK.rtbw into a table folder
    """

    file: str | None

    def __init__(self, message: str, file: str | None = None) -> None:
        super().__init__(message)
        self.file = file

    def __str__(self) -> str:
        return str(self.args[0])


class DamagedTable(OSError):
    """A file is not a valid table of its name: fetch or build it again. `filename` is its path."""

    def __init__(self, message: str, filename: str | None = None) -> None:
        super().__init__(message)
        self.filename = filename

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalPosition(ValueError):
    """An illegal position or an invalid FEN. The message names the fault.

    >>> from vancura import IllegalPosition, recognize
    >>> try:
    ...     recognize("8/8/8/8/8/8/8/K7 w - - 0 1")
    ... except IllegalPosition as illegal:
    ...     print(illegal)
    Black has no king
    """


class Wdl(enum.IntEnum):
    """A result for the side to move under the fifty-move rule; the numbers are those of `chess.syzygy`.

    >>> from vancura import Wdl
    >>> Wdl.WIN == 2 and Wdl(-1).name
    'BLESSED_LOSS'
    """

    LOSS = -2
    #: Lost, but saved by the fifty-move rule.
    BLESSED_LOSS = -1
    DRAW = 0
    #: Won, but spoiled by the fifty-move rule.
    CURSED_WIN = 1
    WIN = 2


class Outcome(enum.Enum):
    """A result for the side to move with the position's fifty-move counter.

    Two are open: won or lost with the counter at zero, but because of a rounded or unknown distance
    it is not known whether the next capture, pawn move or mate comes in time.
    """

    LOSS = "loss"
    OPEN_LOSS = "open loss"
    BLESSED_LOSS = "blessed loss"
    DRAW = "draw"
    CURSED_WIN = "cursed win"
    OPEN_WIN = "open win"
    WIN = "win"


class Bound(enum.Enum):
    """The bound that a rule gives for the side to move."""

    LOSS = "loss"
    AT_MOST_DRAW = "at most a draw"
    DRAW = "draw"
    AT_LEAST_DRAW = "at least a draw"
    WIN = "win"


class Dtz(int):
    """Plies to the next capture or pawn move, an `int`: positive for wins, negative for losses.

    >>> from vancura import Dtz
    >>> Dtz(27) + 1, Dtz(27).exact
    (28, True)
    """

    __slots__ = ()

    @property
    def exact(self) -> bool:
        """False if the file stores moves: the distance may be one ply more."""
        return True

    def __repr__(self) -> str:
        return f"Dtz({int(self)})" if self.exact else f"Dtz({int(self)}, rounded)"

    def __str__(self) -> str:
        return int.__repr__(self)


class RoundedDtz(Dtz):
    """A `Dtz` from a file that stores moves."""

    __slots__ = ()

    @property
    def exact(self) -> bool:
        """False: the distance may be one ply more."""
        return False


class Dtm(int):
    """Plies to mate, an `int`: positive if the side to move mates, negative if it is mated.

    >>> from vancura import Dtm
    >>> Dtm(-6).moves, Dtm(-6).wdl
    (3, <Wdl.LOSS: -2>)
    """

    __slots__ = ()

    @property
    def moves(self) -> int:
        """Moves of the mating side."""
        return (abs(self) + 1) // 2

    @property
    def wdl(self) -> Wdl:
        """The result, fifty-move rule ignored."""
        return Wdl.WIN if self > 0 else Wdl.LOSS if self < 0 else Wdl.DRAW

    def __repr__(self) -> str:
        return f"Dtm({int(self)})"

    def __str__(self) -> str:
        return int.__repr__(self)


class Checkmated(Dtm):
    """The `Dtm` of a checkmate: 0, and a loss."""

    __slots__ = ()

    @property
    def wdl(self) -> Wdl:
        """A loss."""
        return Wdl.LOSS

    def __repr__(self) -> str:
        return "Dtm(0, checkmate)"


@dataclass(frozen=True)
class Answer:
    """The values of a position for its side to move; `None` if no table has them."""

    wdl: Wdl | None
    dtz: Dtz | None
    dtm: Dtm | None
    #: The result with the position's fifty-move counter; a draw that can be claimed is a draw.
    outcome: Outcome | None
    #: The values in words, as returned by `str`.
    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Move:
    """A legal move, with the values for the mover after it."""

    uci: str
    san: str
    #: A capture or a pawn move.
    zeroing: bool
    wdl: Wdl | None
    dtz: Dtz | None
    dtm: Dtm | None
    words: str

    def __str__(self) -> str:
        return f"{self.san}: {self.words}"


@dataclass(frozen=True)
class Verdict:
    """A bound from a rule, with reasons."""

    #: The rule with the name of its ending.
    rule: str
    bound: Bound
    #: The claim of the rule, in one sentence.
    claim: str
    source: str
    #: The conditions of the rule that hold in this position.
    because: tuple[str, ...]
    #: The plan of the favored side, if textbooks give one.
    plan: str | None
    #: An example of the rule, in FEN.
    example: str | None
    #: Other rules that apply here.
    also: tuple[str, ...]
    #: Learned from the solved ending, instead of written by hand. Both are proved.
    mined: bool
    #: Mean and maximum number of plies to the next capture, pawn move or mate in wins by this rule.
    plies: tuple[int, int] | None

    def __str__(self) -> str:
        return f"{self.bound.value} by {self.rule}"


@dataclass(frozen=True)
class Proved:
    """What an `Oracle` has proved about a position with the fifty-move counter at zero."""

    #: Lower and upper bound of the result.
    low: Wdl
    high: Wdl
    #: For a win or loss, an upper bound of the plies to the next capture, pawn move or mate, if known.
    plies: int | None
    #: Positions searched; 0 if a solved ending or a rule gives the result.
    nodes: int
    #: The rule that gives the result without a search.
    verdict: Verdict | None
    #: The rules and endings that the proof rests on, with numbers of positions; empty without a search.
    leaves: dict[str, int]
    #: Moves of the proof that lead to the first leaf, in algebraic notation.
    line: tuple[str, ...]
    #: Number of positions in the proof.
    positions: int

    @property
    def result(self) -> Wdl | None:
        """The result, if it is proved."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class Explanation:
    """The explanation of a position: for people as `text`, for programs as `data`."""

    text: str
    data: dict[str, Any]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class AnnotatedGame:
    """A game with annotations: as PGN, as a summary for people, and as data for programs."""

    pgn: str
    summary: str
    data: dict[str, Any]

    def __str__(self) -> str:
        return self.pgn


@dataclass(frozen=True)
class Longest:
    """A longest mate."""

    plies: int
    #: Moves of the mating side.
    moves: int
    #: Number of positions with this distance.
    positions: int
    #: One of them.
    fen: str


@dataclass(frozen=True)
class SideStatistics:
    """Counts of the legal positions of an ending with one side to move."""

    #: Won, drawn and lost for the side to move, fifty-move rule ignored.
    wins: int
    draws: int
    losses: int
    #: Wins that the fifty-move rule spoils, and losses that it saves.
    cursed_wins: int
    blessed_losses: int
    longest_win: Longest | None
    longest_loss: Longest | None
    #: Positions by plies to mate: odd if the side to move mates, even if it is mated.
    histogram: dict[int, int]


@dataclass(frozen=True)
class Zugzwangs:
    """Mutual zugzwangs: either side would do better if it did not have to move."""

    white_draws_black_loses: int
    white_loses_black_draws: int
    both_lose: int
    #: One of each kind that exists, in FEN.
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Statistics:
    """Counts of the positions of an ending, by side to move."""

    material: str
    white: SideStatistics
    black: SideStatistics
    mutual_zugzwangs: Zugzwangs


# The public names of these classes, also for pickle, are `vancura.Wdl` and so on.
for _class in list(globals().values()):
    if isinstance(_class, type) and _class.__module__ == __name__:
        _class.__module__ = "vancura"
