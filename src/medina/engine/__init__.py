"""The engine protocol: the rules and the bots for programs in any language, as JSON lines."""

from medina.engine.lines import converse
from medina.engine.session import Session

__all__ = ["Session", "converse"]
