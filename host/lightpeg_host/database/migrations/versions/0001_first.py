"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """The tables of an empty database."""
    op.create_table(
        "boards",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boards")),
        sa.UniqueConstraint("uid", name=op.f("uq_boards_uid")),
    )
    op.create_table(
        "journals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_journals_board_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journals")),
        sa.UniqueConstraint("board_id", "uid", name=op.f("uq_journals_board_id_uid")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=True),
        sa.Column("folded", sa.String(length=200), nullable=True),
        sa.Column("board_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_players_board_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("board_id", "seat", name=op.f("uq_players_board_id_seat")),
        sa.UniqueConstraint("folded", name=op.f("uq_players_folded")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("journal_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(length=8), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("leader", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["journal_id"], ["journals.id"], name=op.f("fk_matches_journal_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("journal_id", "number", name=op.f("uq_matches_journal_id_number")),
    )
    op.create_table(
        "starts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("journal_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.BigInteger(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=True),
        sa.Column("low", sa.BigInteger(), nullable=True),
        sa.Column("high", sa.BigInteger(), nullable=True),
        sa.Column("earliest", sa.BigInteger(), nullable=True),
        sa.Column("latest", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["journal_id"], ["journals.id"], name=op.f("fk_starts_journal_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_starts")),
        sa.UniqueConstraint("journal_id", "number", name=op.f("uq_starts_journal_id_number")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("journal_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.BigInteger(), nullable=False),
        sa.Column("earliest", sa.BigInteger(), nullable=True),
        sa.Column("latest", sa.BigInteger(), nullable=True),
        sa.Column("variant_key", sa.String(length=64), nullable=False),
        sa.Column("variant_name", sa.String(length=64), nullable=False),
        sa.Column("scoring", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("codemaker", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.String(length=16), nullable=True),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journals.id"], name=op.f("fk_games_journal_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_games_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("journal_id", "seq", name=op.f("uq_games_journal_id_seq")),
    )
    op.create_index(op.f("ix_games_journal_id_start"), "games", ["journal_id", "start"])
    op.create_index(op.f("ix_games_latest"), "games", ["latest"])
    op.create_index(op.f("ix_games_match_id"), "games", ["match_id"])

    op.create_table(
        "rows",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guess", sa.Text(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rows_game_id")),
        sa.PrimaryKeyConstraint("game_id", "seat", "number", name=op.f("pk_rows")),
    )
    op.create_table(
        "sides",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("guesses", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("spent_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_sides_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_sides_player_id")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_sides")),
    )
    op.create_index(op.f("ix_sides_player_id"), "sides", ["player_id"])
