"""Records that cannot be read are kept as well."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """A table for them."""
    op.create_table(
        "unread",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("journal_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journals.id"], name=op.f("fk_unread_journal_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unread")),
        sa.UniqueConstraint("journal_id", "seq", name=op.f("uq_unread_journal_id_seq")),
    )
