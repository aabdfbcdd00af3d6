"""The engine protocol: the rules and the bots for programs in any language, as JSON lines."""

from medina.protocol.lines import converse
from medina.protocol.session import Session

__all__ = ["Session", "converse"]
