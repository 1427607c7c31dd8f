"""Run by Alembic with the connection that `schema` has opened."""

from __future__ import annotations

from alembic import context

from lightpeg_host.database.models import Base
from lightpeg_host.database.schema import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
    render_as_batch=True,
    compare_type=True,
)
context.run_migrations()
