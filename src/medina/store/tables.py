"""The SQL tables. Migrations make them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

users = Table(
    "users",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("name_key", String(120), unique=True),
    Column("password", Text),
    Column("language", String(2)),
    Column("created", BigInteger, nullable=False),
    Column("deleted", Boolean, nullable=False, default=False),
    Column("log_outs", Integer, nullable=False, default=0, server_default="0"),
    Column("email", String(254)),
    Column("became", String(24), index=True),
    Column("role", String(12)),
    Index("users_by_created", "created", "id"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("user_id", String(24), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("user_id", String(24), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("credential", String(1400), nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("phase", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("edition", String(8), nullable=False),
    Column("players", Integer, nullable=False),
    Column("gates", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("host", String(24), nullable=False),
    Column("acting_user", String(24)),
    Column("deadline", BigInteger),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("unrated_yet", Boolean, nullable=False, default=False),
    Column("well", String(4)),
    Column("bot_n", BigInteger),
    Column("bot_due", BigInteger),
    Column("bot_exhibition", Boolean, nullable=False, default=False, server_default=false()),
    Column("bot_person", String(24)),
    Column("bot_origin", String(64)),
    Column("card", Text, nullable=False),
    Column("bot_lease", BigInteger),
    Column("bot_worker", String(24)),
    Column("bot_tries", Integer, nullable=False, default=0, server_default="0"),
    Index("tables_by_phase", "phase", "public", "updated"),
    Index("tables_by_end", "ended", "id"),
    Index("tables_by_deadline", "deadline"),
    Index("tables_by_bot", "bot_due"),
)

table_events = Table(
    "table_events",
    metadata,
    Column("table_id", String(24), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    sqlite_with_rowid=False,
)

drafts = Table(
    "drafts",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("moves", Text, nullable=False),
    sqlite_with_rowid=False,
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(24), nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("room", String(8), nullable=False),
    Column("user_id", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "n"),
    sqlite_with_rowid=False,
)

vacations = Table(
    "vacations",
    metadata,
    Column("user_id", String(24), nullable=False),
    Column("starts", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("user_id", "starts"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", String(24), index=True),
    Column("bot", String(40), index=True),
    Column("place", Integer),
    Column("score", Integer),
    PrimaryKeyConstraint("table_id", "seat"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", String(24), nullable=False),
    Column("edition", String(8), nullable=False),
    Column("players", Integer, nullable=False),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("opponents", Integer, nullable=False, default=0, server_default="0"),
    PrimaryKeyConstraint("user_id", "edition", "players"),
)

rating_history = Table(
    "rating_history",
    metadata,
    Column("user_id", String(24), nullable=False),
    Column("table_id", String(24), nullable=False, index=True),
    Column("edition", String(8), nullable=False),
    Column("players", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rating", Integer, nullable=False),
    PrimaryKeyConstraint("user_id", "table_id"),
)

analyses = Table(
    "analyses",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("user_id", String(24), nullable=False, index=True),
    Column("state", String(10), nullable=False, index=True),
    Column("progress", Float, nullable=False),
    Column("request", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("game", String(64), index=True),
    Column("seconds", Float),
    Column("nodes", Integer),
    Column("table_id", String(24), index=True),
)

study_steps = Table(
    "study_steps",
    metadata,
    Column("analysis_id", String(24), ForeignKey("analyses.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("analysis_id", "number"),
)

forgetting = Table(
    "forgetting",
    metadata,
    Column("user_id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

email_tokens = Table(
    "email_tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("user_id", String(24), nullable=False, index=True),
    Column("email", String(254)),
    Column("until", BigInteger, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("user_id", String(24), nullable=False),
    Column("other_id", String(24), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("user_id", "other_id"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(24)),
    Column("user_id", String(24), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("text", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("table_id", String(24)),
    Column("chat_n", BigInteger),
    Column("closed_at", BigInteger, index=True),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("user_id", String(24), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", BigInteger, nullable=False),
)

notification_preferences = Table(
    "notification_preferences",
    metadata,
    Column("user_id", String(24), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("push", String(60), nullable=False),
    Column("email", String(60), nullable=False),
    Column("language", String(2), nullable=False),
)

notifications = Table(
    "notifications",
    metadata,
    Column("user_id", String(24), nullable=False),
    Column("table_id", String(24), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("mark", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, index=True),
    Column("inviter", String(24)),
    Column("shown", Boolean, nullable=False, default=False),
    Column("emailed_at", BigInteger),
    PrimaryKeyConstraint("user_id", "table_id"),
)

bans = Table(
    "bans",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("user_id", String(24), index=True),
    Column("network", String(50)),
    Column("cause", String(24)),
    Column("addresses", Boolean, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

moderation_log = Table(
    "moderation_log",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("moderator", String(24)),
    Column("action", String(16), nullable=False),
    Column("user_id", String(24), index=True),
    Column("table_id", String(24)),
    Column("chat_n", BigInteger),
    Column("reason", Text, nullable=False),
    Column("details", Text, nullable=False),
    Column("undone_at", BigInteger),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(24), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("user_id", String(24), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("user_id", String(24), nullable=False),
    Column("puzzle", String(24), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("user_id", "puzzle"),
)

puzzles_withdrawn = Table(
    "puzzles_withdrawn",
    metadata,
    Column("puzzle", String(24), primary_key=True),
)

settings = Table(
    "settings",
    metadata,
    Column("key", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)
