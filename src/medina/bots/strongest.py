"""The strongest bot's settings, chosen by measurement (docs/bots.md)."""

from __future__ import annotations

from medina.bots.searcher import Taste

TASTE = Taste()
