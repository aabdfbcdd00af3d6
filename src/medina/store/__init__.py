"""Events to SQL and back: SQLite by default, PostgreSQL by URL."""
