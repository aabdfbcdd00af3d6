"""`medina settings`: every setting, its value and what it does."""

from __future__ import annotations

import argparse

from medina.server.settings import PREFIX, Settings, description, load_settings

HIDDEN = ("secret", "database_url")


def configure(parser: argparse.ArgumentParser) -> None:
    """No options."""


def run(args: argparse.Namespace) -> int:
    settings = load_settings()
    for name in Settings.__struct_fields__:
        value = getattr(settings, name)
        shown = "…" if name in HIDDEN and value else repr(value)
        print(f"{PREFIX}{name.upper():<22} {shown:<18} {description(name)}")
    return 0
