"""Every sentence in its place: what each screen shows and what screen readers are told, to be read aloud.

python scripts/sentences.py [folder] [--only SCREEN] [--language CODE]    # <folder>/<language>/<screen>.txt
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from browser_support import FLAGS, Person, Server  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from screenshots import CLUB, SCREENS, club  # noqa: E402
from sentence_support import faults, sentences  # noqa: E402

from medina.words import LANGUAGES  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="sentences", type=Path)
    parser.add_argument("--only", action="append", choices=sorted(SCREENS))
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    args = parser.parse_args()
    names, languages = args.only or list(SCREENS), args.language or list(LANGUAGES)
    path = os.environ.get("MEDINA_BROWSER") or shutil.which("chromium")
    found = 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        member = club(browser, server) if CLUB.intersection(names) else None
        for name in names:
            person = Person(browser, server, storage_state=member if name in CLUB else None)
            SCREENS[name](person)
            for language in languages:
                lines = sentences(person, language)
                target = args.folder / language / f"{name}.txt"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text("\n".join(lines) + "\n", encoding="utf-8")
                for fault in faults(lines):
                    found += 1
                    print(f"{name}, {language}: {fault}", flush=True)
            person.close()
        browser.close()
        server.stop()
    print(f"{len(names)} screens in {len(languages)} languages are in {args.folder}: {found} faults")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
