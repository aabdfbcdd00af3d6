"""Log-outs that count everywhere, ratings that know their opponents, and forgetting that is finished."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

OPPONENTS = """
UPDATE ratings SET opponents = (
    SELECT count(DISTINCT other.user_id) FROM rating_history AS own
    JOIN rating_history AS other ON other.table_id = own.table_id AND other.user_id <> own.user_id
    WHERE own.user_id = ratings.user_id AND own.edition = ratings.edition AND own.players = ratings.players
)
"""


def upgrade() -> None:
    op.add_column("users", sa.Column("log_outs", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("ratings", sa.Column("opponents", sa.Integer(), nullable=False, server_default="0"))
    op.create_index(op.f("ix_rating_history_table_id"), "rating_history", ["table_id"], unique=False)
    op.create_table(
        "forgetting",
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.execute(OPPONENTS)


def downgrade() -> None:
    op.drop_table("forgetting")
    op.drop_index(op.f("ix_rating_history_table_id"), table_name="rating_history")
    op.drop_column("ratings", "opponents")
    op.drop_column("users", "log_outs")
