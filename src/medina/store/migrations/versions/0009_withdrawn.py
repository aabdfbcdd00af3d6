"""Puzzles that moderators took away."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzles_withdrawn",
        sa.Column("puzzle", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("puzzle"),
    )


def downgrade() -> None:
    op.drop_table("puzzles_withdrawn")
