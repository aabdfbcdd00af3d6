"""Write the refusals of the rules, in every language, as the catalogues the browser client reads.

With --check nothing is written; the exit code says whether the files are up to date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from medina.words import LANGUAGES, catalogue

TARGET = Path(__file__).resolve().parent.parent / "client" / "src" / "generated"
PREFIX = "refusal."


def refusals(lang: str) -> str:
    """One language's refusals as JSON text."""
    texts = {key.removeprefix(PREFIX): text for key, text in catalogue(lang).items() if key.startswith(PREFIX)}
    return json.dumps(dict(sorted(texts.items())), ensure_ascii=False, indent=2) + "\n"


def stale() -> list[Path]:
    """The files that do not say what the rules say now."""
    files = {TARGET / f"refusals.{lang}.json": refusals(lang) for lang in LANGUAGES}
    return [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def main() -> int:
    """Write, or with --check compare."""
    if "--check" in sys.argv[1:]:
        for path in stale():
            print(f"{path.name} is stale: run scripts/generate_refusals.py", file=sys.stderr)
        return 1 if stale() else 0
    for lang in LANGUAGES:
        (TARGET / f"refusals.{lang}.json").write_text(refusals(lang), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
