"""What Prometheus may ask about."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

EVENTS = Counter("medina_events_total", "Events told to the people at tables")
REFUSALS = Counter("medina_refusals_total", "Commands refused, by code", ["code"])
CONFLICTS = Counter("medina_conflicts_total", "Commands decided again because another process was faster")
REQUESTS = Counter("medina_http_requests_total", "HTTP requests, by route and status", ["route", "status"])
SECONDS = Histogram("medina_http_seconds", "Seconds to answer an HTTP request", ["route"])
SOCKETS = Gauge("medina_sockets", "Open WebSockets")
TABLES = Gauge("medina_tables", "Tables in memory")
COMMITS = Gauge("medina_commits", "Transactions the writer has committed")
STORED = Gauge("medina_stored_events", "Events the writer has stored")
THOUGHTS = Counter("medina_bot_moves_total", "Moves chosen by bots", ["bot"])
THINKING = Gauge("medina_bots_thinking", "Bots thinking now")
WAITING = Gauge("medina_bot_turns_waiting", "Turns of bots, at the whole site, that nobody thinks about yet")
TURNED_AWAY = Counter("medina_turned_away_total", "Connections ended at the door, by reason", ["why"])
