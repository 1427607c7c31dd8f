"""Games as statistics and lists see them, and which of them are meant."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from lightpeg_host.database.models import Board, Game, Journal, Match, Player, Side

THE_BOARD = "Board"
WON, DRAWN, LOST = "won", "drawn", "lost"
NO_DATE = -(2**62)


@dataclass(frozen=True)
class Choice:
    """Which games are meant: `since` (included) and `until` (not included) in seconds since 1970; a player's name, a
    variant's key or name, a board's name or the beginning of its number, in upper or lower case. None is any."""

    since: int | None = None
    until: int | None = None
    player: str | None = None
    variant: str | None = None
    board: str | None = None


@dataclass
class Seat:
    """One side of a played game. `player` is the player's number in the database, 0 for the board itself."""

    player: int
    name: str
    points: int
    guesses: int
    solved: bool
    spent_ms: int


@dataclass
class Played:
    """A game as statistics see it. `counting` says what its points are. `earliest` and `latest` as in the database;
    `order` sorts games by when they were played, as well as that is known."""

    id: int
    journal: int
    seq: int
    board: str
    board_uid: str
    who: str
    variant: str
    variant_key: str
    counting: str
    result: str
    codemaker: int
    over: bool
    leader: int | None
    earliest: int | None
    latest: int | None
    seats: list[Seat] = field(default_factory=list)
    order: tuple[int, str, str, int] = (0, "", "", 0)

    @property
    def void(self) -> bool:
        """Whether it was void."""
        return self.result == "void"

    @property
    def ends_match(self) -> bool:
        """Whether a match between two was over with this game."""
        return self.over and self.who != "board"

    def broke(self, seat: int) -> bool:
        """Whether this seat had a code to break."""
        return self.who == "duel" or seat != self.codemaker

    def outcome(self, seat: int) -> str | None:
        """WON, DRAWN or LOST for this seat, where this game decided something."""
        if self.who == "board":
            if self.void:
                return None
            return WON if (self.result == "solved") == (seat == 0) else LOST
        if not self.over:
            return None
        if self.leader is None:
            return DRAWN
        return WON if self.leader == seat else LOST


def select_games(session: Session, choice: Choice) -> tuple[list[Played], int]:
    """The games that are meant, in the order in which they were played, and how many were left out because they may
    have been played outside the period."""
    chosen = []
    left_out = 0
    for game in sorted(load_games(session), key=lambda game: game.order):
        if not _matches(game, choice):
            continue
        inside = within(game.earliest, game.latest, choice.since, choice.until)
        if inside:
            chosen.append(game)
        elif inside is None:
            left_out += 1
    return chosen, left_out


def within(earliest: int | None, latest: int | None, since: int | None, until: int | None) -> bool | None:
    """Whether a moment between `earliest` and `latest` lies in [since, until); None where that is not known."""
    if (since is not None and latest is not None and latest < since) or (
        until is not None and earliest is not None and earliest >= until
    ):
        return False
    begins = since is None or (earliest is not None and earliest >= since)
    ends = until is None or (latest is not None and latest < until)
    return True if begins and ends else None


def _matches(game: Played, choice: Choice) -> bool:
    if choice.variant is not None:
        variant = choice.variant.strip().casefold()
        if variant not in (game.variant_key.casefold(), game.variant.casefold()):
            return False
    if choice.board is not None:
        board = choice.board.strip().casefold()
        if board != game.board.casefold() and not (board and game.board_uid.startswith(board)):
            return False
    if choice.player is not None:
        player = choice.player.strip().casefold()
        return any(seat.name.casefold() == player for seat in game.seats)
    return True


def absent(session: Session, choice: Choice) -> tuple[str, str, list[str]] | None:
    """What of a choice is in no game at all: "player", "variant" or "board", what it was asked for by, and what there
    is instead. None where each is in some game."""
    games = load_games(session)
    for what, asked, alone, there in (
        ("player", choice.player, Choice(player=choice.player), {seat.name for game in games for seat in game.seats}),
        ("variant", choice.variant, Choice(variant=choice.variant), {game.variant for game in games}),
        ("board", choice.board, Choice(board=choice.board), {game.board for game in games}),
    ):
        if asked is not None and not any(_matches(game, alone) for game in games):
            return what, asked, sorted(there, key=str.casefold)
    return None


def load_games(session: Session) -> list[Played]:
    """All games, those of a journal in its order."""
    boards = {board.id: board for board in session.scalars(select(Board))}
    titles = {0: THE_BOARD} | {player.id: player.title for player in session.scalars(select(Player))}
    question = (
        select(
            Game.id, Game.journal_id, Game.seq, Journal.board_id, Journal.uid, Match.who, Game.variant_name,
            Game.variant_key, Game.scoring, Game.result, Game.codemaker, Game.over, Match.leader, Game.earliest,
            Game.latest,
        )
        .join(Journal, Game.journal_id == Journal.id)
        .join(Match, Game.match_id == Match.id)
        .order_by(Game.journal_id, Game.seq)
    )  # fmt: skip
    games: dict[int, Played] = {}
    reached: dict[int, int] = {}
    for (
        number, journal, seq, board_id, journal_uid, who, variant,
        key, scoring, result, codemaker, over, leader, earliest, latest,
    ) in session.execute(question):  # fmt: skip
        board = boards[board_id]
        game = Played(
            number, journal, seq, board.title, board.uid, who, variant, key, "duel" if who == "duel" else scoring,
            result, codemaker, over, leader if over else None, earliest, latest,
        )  # fmt: skip
        # Games of a journal stay in its order, whatever is known of their dates.
        reached[journal] = max(reached.get(journal, NO_DATE), NO_DATE if latest is None else latest)
        game.order = (reached[journal], board.uid, journal_uid, seq)
        games[number] = game
    sides = select(Side.game_id, Side.player_id, Side.points, Side.guesses, Side.solved, Side.spent_ms).order_by(
        Side.game_id, Side.seat
    )
    for number, player, points, guesses, solved, spent in session.execute(sides):
        if number in games:
            games[number].seats.append(Seat(player or 0, titles[player or 0], points, guesses, solved, spent))
    return list(games.values())
