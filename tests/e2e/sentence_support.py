"""What a screen says, to eyes and to screen readers, and what is wrong with it whatever it says."""

from __future__ import annotations

import re

from browser_support import Person

SAID = """() => {
  const lines = [document.title]
  const add = text => lines.push(...text.split('\\n').map(line => line.trim()).filter(Boolean))
  add(document.body.innerText)
  for (const each of document.querySelectorAll('body *')) {
    if (!each.checkVisibility()) continue
    for (const name of ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'placeholder', 'alt'])
      if (each.getAttribute(name)) add(`${name}=${each.getAttribute(name)}`)
    if (each.matches('.visually-hidden, svg title, svg text')) add(each.textContent)
  }
  return [...new Set(lines)]
}"""

LOOSE = re.compile(r"\S [:;!»%](?!\w)|\w \?$|« ")
"""A space of French at which a line may end; in every language one between a number and its sign."""
NOTATION = re.compile(r"\b(?:[GPBOSMRN][a-p]1?\d|[WD][NESW][a-p1-9]\d?)\b")
LEFT_OPEN = re.compile(r"\{\w+\}|\b[a-z_]+\.[a-z_]+\.[a-z_]+\b|undefined|\[object|NaN")


def sentences(person: Person, language: str) -> list[str]:
    """Everything the screen says in a language, each line once."""
    person.page.locator("header select").first.select_option(language)
    person.page.locator(f"html[lang={language}]").wait_for()
    person.page.wait_for_timeout(300)
    said: list[str] = person.page.evaluate(SAID)
    return said


def faults(lines: list[str]) -> list[str]:
    """Lines with a space where a line must not end, with notation instead of words, or with a gap left open."""
    kinds = {"space": LOOSE, "notation": NOTATION, "gap": LEFT_OPEN}
    return [f"{kind}: {line}" for line in lines for kind, wrong in kinds.items() if wrong.search(line)]
