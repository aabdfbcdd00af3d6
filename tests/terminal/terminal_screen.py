"""A small terminal emulator: enough of one to know what a person would see."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"\x1b\[([0-9;?]*)([@-~])|\x1b\][^\x07]*\x07|\x1b[()][A-Z0-9]|\x1b[=>78]")


class Screen:
    """Feed it what a program writes; `lines` is what stands on the screen."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns, self.height = columns, lines
        self._cells = [[" "] * columns for _ in range(lines)]
        self._row = self._column = 0
        self._rest = ""

    @property
    def lines(self) -> list[str]:
        """The lines without the blanks at their ends."""
        return ["".join(row).rstrip() for row in self._cells]

    @property
    def cursor_line(self) -> str:
        """The line the cursor is in."""
        return self.lines[self._row]

    def __contains__(self, words: str) -> bool:
        return words in "\n".join(self.lines)

    def feed(self, text: str) -> None:
        """Take in some output; a sequence cut in the middle waits for its rest."""
        text, self._rest, at = self._rest + text, "", 0
        while at < len(text):
            if text[at] != "\x1b":
                self._character(text[at])
                at += 1
                continue
            found = _CONTROL.match(text, at)
            if found is None:
                self._rest = text[at:]
                return
            if found[2]:
                self._sequence(found[1], found[2])
            at = found.end()

    def _character(self, character: str) -> None:
        if character == "\r":
            self._column = 0
        elif character == "\n":
            self._line_feed()
        elif character == "\b":
            self._column = max(0, self._column - 1)
        elif character >= " ":
            if self._column >= self.columns:
                self._column = 0
                self._line_feed()
            self._cells[self._row][self._column] = character
            self._column += 1

    def _line_feed(self) -> None:
        if self._row + 1 < self.height:
            self._row += 1
        else:
            self._cells = [*self._cells[1:], [" "] * self.columns]

    def _sequence(self, parameters: str, final: str) -> None:
        numbers = [int(number or 0) for number in parameters.lstrip("?").split(";")]
        amount = max(1, numbers[0])
        if final == "A":
            self._row = max(0, self._row - amount)
        elif final == "B":
            self._row = min(self.height - 1, self._row + amount)
        elif final == "C":
            self._column = min(self.columns - 1, self._column + amount)
        elif final == "D":
            self._column = max(0, self._column - amount)
        elif final == "H":
            self._row = min(self.height, max(1, numbers[0])) - 1
            self._column = min(self.columns, max(1, numbers[1] if len(numbers) > 1 else 1)) - 1
        elif final == "K":
            self._erase(self._row, self._column)
        elif final == "J":
            self._erase_screen(numbers[0])

    def _erase(self, row: int, column: int) -> None:
        self._cells[row][column:] = [" "] * (self.columns - column)

    def _erase_screen(self, how: int) -> None:
        if how == 0:
            self._erase(self._row, self._column)
        for row in range(self._row + 1 if how == 0 else 0, self.height):
            self._erase(row, 0)
