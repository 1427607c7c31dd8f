"""The tables. Times are whole seconds since 1970 in UTC, so that every database keeps them alike."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

# Names that are the same in every database, so that a migration can refer to them.
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """What all tables share."""

    metadata = MetaData(naming_convention=NAMING)


class Board(Base):
    """A board. `uid` is its processor's number in hex; `name` is what its owner calls it, or empty."""

    __tablename__ = "boards"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(64), default="")

    journals: Mapped[list[Journal]] = relationship(back_populates="board", order_by="Journal.id")

    @property
    def title(self) -> str:
        """The name, or the end of the number where there is none."""
        return self.name or self.uid[-6:]


class Journal(Base):
    """A series of games of one board, numbered from 1. A board whose memory was emptied begins another one. `uid` is
    the journal's number as eight hex digits."""

    __tablename__ = "journals"
    __table_args__ = (UniqueConstraint("board_id", "uid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    board_id: Mapped[int] = mapped_column(ForeignKey("boards.id"))
    uid: Mapped[str] = mapped_column(String(8))

    board: Mapped[Board] = relationship(back_populates="journals")
    starts: Mapped[list[Start]] = relationship(back_populates="journal", order_by="Start.number")


class Start(Base):
    """From one power-up of a board to the next.

    `seconds` is the longest that it is known to have run. `epoch` is the time of its second 0 by the first computer
    that set the clock; `low` and `high` are the least and the greatest that any computer has said. `earliest` and
    `latest` are what follows for its second 0, from these and from the starts around it; None is no bound.
    """

    __tablename__ = "starts"
    __table_args__ = (UniqueConstraint("journal_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    journal_id: Mapped[int] = mapped_column(ForeignKey("journals.id"))
    number: Mapped[int] = mapped_column(BigInteger)
    seconds: Mapped[int] = mapped_column(BigInteger, default=0)
    epoch: Mapped[int | None] = mapped_column(BigInteger)
    low: Mapped[int | None] = mapped_column(BigInteger)
    high: Mapped[int | None] = mapped_column(BigInteger)
    earliest: Mapped[int | None] = mapped_column(BigInteger)
    latest: Mapped[int | None] = mapped_column(BigInteger)

    journal: Mapped[Journal] = relationship(back_populates="starts")


class Player(Base):
    """Someone who plays. With a name it is the same person on every board, however upper and lower case are used:
    `folded` is the name without them. Without a name it is whoever sat at `seat` (0 or 1) of one board. The board
    itself is no player: it is the side whose `player_id` is None."""

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("board_id", "seat"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str | None] = mapped_column(String(64))
    folded: Mapped[str | None] = mapped_column(String(200), unique=True)
    board_id: Mapped[int | None] = mapped_column(ForeignKey("boards.id"))
    seat: Mapped[int | None]

    board: Mapped[Board | None] = relationship()

    @property
    def title(self) -> str:
        """How the player is shown."""
        if self.name is not None:
            return self.name
        return f"P{(self.seat or 0) + 1} on {self.board.title if self.board else 'a board'}"


class Match(Base):
    """A match: `games` were agreed on. `over` when its last game is known; `leader` is then the winner's seat, or
    None for a tie. `number` is the board's own."""

    __tablename__ = "matches"
    __table_args__ = (UniqueConstraint("journal_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    journal_id: Mapped[int] = mapped_column(ForeignKey("journals.id"))
    number: Mapped[int] = mapped_column(BigInteger)
    who: Mapped[str] = mapped_column(String(8))
    games: Mapped[int]
    over: Mapped[bool] = mapped_column(default=False)
    leader: Mapped[int | None]

    journal: Mapped[Journal] = relationship()


class Game(Base):
    """A finished game: `raw` is the record as the board packed it, the other columns are what is often asked for.

    `number` is its place in the match (from 0) and `level` how often its code has grown. `earliest` and `latest`
    bound the moment it ended: equal where its date is known; None is no bound.
    """

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("journal_id", "seq"), Index(None, "journal_id", "start"))

    id: Mapped[int] = mapped_column(primary_key=True)
    journal_id: Mapped[int] = mapped_column(ForeignKey("journals.id"))
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), index=True)
    seq: Mapped[int] = mapped_column(BigInteger)
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    start: Mapped[int] = mapped_column(BigInteger)
    seconds: Mapped[int] = mapped_column(BigInteger)
    earliest: Mapped[int | None] = mapped_column(BigInteger)
    latest: Mapped[int | None] = mapped_column(BigInteger, index=True)
    variant_key: Mapped[str] = mapped_column(String(64))
    variant_name: Mapped[str] = mapped_column(String(64))
    scoring: Mapped[str] = mapped_column(String(16))
    number: Mapped[int]
    level: Mapped[int]
    codemaker: Mapped[int]
    result: Mapped[str] = mapped_column(String(16))
    reason: Mapped[str | None] = mapped_column(String(16))
    winner: Mapped[int | None]
    over: Mapped[bool]

    journal: Mapped[Journal] = relationship()
    match: Mapped[Match] = relationship()
    sides: Mapped[list[Side]] = relationship(order_by="Side.seat")
    rows: Mapped[list[Row]] = relationship(order_by="Row.seat, Row.number")


class Side(Base):
    """What a game was for one of its two seats. `guesses` counts the rows guessed there, `solved` says whether the
    last of them was the code, `spent_ms` is the time used for them; `points` are what the game gave and `total` what
    the match had given after it."""

    __tablename__ = "sides"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    points: Mapped[int]
    total: Mapped[int]
    guesses: Mapped[int]
    solved: Mapped[bool]
    spent_ms: Mapped[int] = mapped_column(BigInteger)

    player: Mapped[Player | None] = relationship()


class Row(Base):
    """A row guessed from one seat: the pegs as numbers with a space between them, and the feedback."""

    __tablename__ = "rows"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    guess: Mapped[str] = mapped_column(Text)
    black: Mapped[int]
    white: Mapped[int]
    ms: Mapped[int] = mapped_column(BigInteger)


class Unread(Base):
    """A record that this version of Lightpeg cannot read: kept as it came, so that a newer one can."""

    __tablename__ = "unread"
    __table_args__ = (UniqueConstraint("journal_id", "seq"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    journal_id: Mapped[int] = mapped_column(ForeignKey("journals.id"))
    seq: Mapped[int] = mapped_column(BigInteger)
    raw: Mapped[bytes] = mapped_column(LargeBinary)

    journal: Mapped[Journal] = relationship()
