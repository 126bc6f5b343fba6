"""The values that the native half returns: plain classes, which compare, print and pickle."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Union


class BoardLike(Protocol):
    """What is read of a board: the attributes that `chess.Board` of python-chess has."""

    @property
    def occupied_co(self) -> Sequence[int]:
        """Squares of Black's and of White's pieces, in this order, as sets of 64 bits."""

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
        """The square that a pawn has just passed over; it counts where a pawn can capture there."""

    @property
    def castling_rights(self) -> int:
        """Squares of the rooks that may castle."""

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""


#: A FEN, or a board with the attributes of python-chess's.
Position = Union[str, BoardLike]


class MissingTable(KeyError):
    """No table has the position: its file is missing, it has too many pieces, or a side may castle.

    `file` is the name of the file that would help, `None` where none would.

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
    """A file is not the table that its name promises: fetch or build it again. `filename` is its path."""

    def __init__(self, message: str, filename: str | None = None) -> None:
        super().__init__(message)
        self.filename = filename

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalPosition(ValueError):
    """A position that cannot arise, or a text that is no FEN. The message names the fault.

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
    """A result for the side to move at the position's counter of the fifty-move rule.

    Two are open: won or lost with the counter at zero, but a rounded or unknown distance does not
    say whether the next capture, pawn move or mate comes in time.
    """

    LOSS = "loss"
    OPEN_LOSS = "open loss"
    BLESSED_LOSS = "blessed loss"
    DRAW = "draw"
    CURSED_WIN = "cursed win"
    OPEN_WIN = "open win"
    WIN = "win"


class Bound(enum.Enum):
    """What a rule announces for the side to move."""

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
        """False where the file stores moves: the distance may be one ply more."""
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
    """Plies to mate, an `int`: positive when the side to move mates, negative when it is mated.

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
        """The result, the fifty-move rule ignored."""
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
    """What tables know of a position, for its side to move; `None` where no table has it."""

    wdl: Wdl | None
    dtz: Dtz | None
    dtm: Dtm | None
    #: The result at the position's counter of the fifty-move rule; a draw that can be claimed counts.
    outcome: Outcome | None
    #: The values in words, as `str` has them.
    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Move:
    """A legal move, and what the position is worth to its mover if it is played."""

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
    """Why the rules announce a result."""

    #: The rule with its ending.
    rule: str
    bound: Bound
    #: What the rule says, in one sentence.
    claim: str
    source: str
    #: What is so in this position and makes the rule apply.
    because: tuple[str, ...]
    #: What the favored side does, where the books have a plan.
    plan: str | None
    #: A position that shows the rule, in FEN.
    example: str | None
    #: Other rules that hold here.
    also: tuple[str, ...]
    #: Learned from the solved ending, instead of written by hand. Both are proved.
    mined: bool
    #: Mean and greatest number of plies that wins by this rule take to the next capture, pawn move or mate.
    plies: tuple[int, int] | None

    def __str__(self) -> str:
        return f"{self.bound.value} by {self.rule}"


@dataclass(frozen=True)
class Proved:
    """What an `Oracle` has proved of a position, its fifty-move counter at zero."""

    #: The least and the greatest result that the position can have.
    low: Wdl
    high: Wdl
    #: Of a win or loss: the greatest number of plies to the next capture, pawn move or mate, where known.
    plies: int | None
    #: Positions searched; 0 where a solved ending or a rule answers at once.
    nodes: int
    #: The rule that answers at once.
    verdict: Verdict | None
    #: What the proof rests on, each with the number of positions; empty without a search.
    leaves: dict[str, int]
    #: Moves of the proof to the first of these, in algebraic notation.
    line: tuple[str, ...]
    #: Positions of the proof.
    positions: int

    @property
    def result(self) -> Wdl | None:
        """The result, where it is settled."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class Explanation:
    """A position explained: for people as `text`, for programs as `data`."""

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
    #: How many positions have this distance.
    positions: int
    #: One of them.
    fen: str


@dataclass(frozen=True)
class SideStatistics:
    """Counts of the legal positions of an ending with one side to move."""

    #: Won, drawn and lost for the side to move, the fifty-move rule ignored.
    wins: int
    draws: int
    losses: int
    #: Wins that the fifty-move rule spoils, and losses that it saves.
    cursed_wins: int
    blessed_losses: int
    longest_win: Longest | None
    longest_loss: Longest | None
    #: Positions by plies to mate: odd when the side to move mates, even when it is mated.
    histogram: dict[int, int]


@dataclass(frozen=True)
class Zugzwangs:
    """Mutual zugzwangs: neither side wants to move."""

    white_draws_black_loses: int
    white_loses_black_draws: int
    both_lose: int
    #: One of each kind that there is, in FEN.
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Statistics:
    """Counts of the positions of an ending, by side to move."""

    material: str
    white: SideStatistics
    black: SideStatistics
    mutual_zugzwangs: Zugzwangs


# Users meet these classes, and pickle finds them, as `vancura.Wdl` and so on.
for _class in list(globals().values()):
    if isinstance(_class, type) and _class.__module__ == __name__:
        _class.__module__ = "vancura"
