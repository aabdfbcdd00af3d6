"""Stepping through a game with the keyboard: a full-screen viewer on prompt_toolkit."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.output import ColorDepth
from rich.console import Console

from medina.notation import Record
from medina.words import say

from .screen import has_colour, make_console
from .viewer import position_view

_SLOWEST, _FASTEST = 5.0, 0.05


@dataclass
class Reel:
    """Where in the game one is, and whether it runs by itself."""

    record: Record
    at: int
    delay: float
    running: bool = False

    def step(self, by: int) -> None:
        """Go some moves forwards or backwards, not past the ends."""
        self.at = min(max(0, self.at + by), len(self.record.moves))

    def to_turn(self, by: int) -> None:
        """Go to the end of the next turn, or of the one before."""
        stops = [0, *(turn.end for turn in self.record.turns)]
        later = [stop for stop in stops if stop > self.at]
        earlier = [stop for stop in stops if stop < self.at]
        if by > 0 and later:
            self.at = later[0]
        elif by < 0 and earlier:
            self.at = earlier[-1]

    def toggle(self) -> None:
        """Start or stop running; from the end it starts over."""
        if not self.running and self.at == len(self.record.moves):
            self.at = 0
        self.running = not self.running

    def pace(self, factor: float) -> None:
        self.delay = min(_SLOWEST, max(_FASTEST, self.delay * factor))


def _rendered(reel: Reel, console: Console, size: Size) -> ANSI:
    """The view as text with escape codes, drawn by rich for the present size."""
    console.width, console.height = size.columns, size.rows
    with console.capture() as capture:
        console.print(position_view(console, reel.record, reel.at, scrolls=False))
    return ANSI(capture.get())


def _keys(reel: Reel) -> KeyBindings:
    keys = KeyBindings()
    actions = {
        ("right", "l", "j", "down"): lambda: reel.step(1),
        ("left", "h", "k", "up"): lambda: reel.step(-1),
        ("n", "pagedown"): lambda: reel.to_turn(1),
        ("p", "pageup"): lambda: reel.to_turn(-1),
        ("home", "g"): lambda: reel.step(-len(reel.record.moves)),
        ("end", "G"): lambda: reel.step(len(reel.record.moves)),
        ("space",): reel.toggle,
        ("+",): lambda: reel.pace(0.7),
        ("-",): lambda: reel.pace(1.4),
    }
    for names, action in actions.items():
        for name in names:

            def handle(event: KeyPressEvent, name: str = name, action: object = action) -> None:
                if name not in ("space", "+", "-"):
                    reel.running = False
                action()  # type: ignore[operator]

            keys.add(name)(handle)
    for name in ("q", "escape", "c-c", "c-d"):
        keys.add(name, eager=name == "escape")(lambda event: event.app.exit())
    return keys


def _application(reel: Reel, console: Console) -> Application[None]:
    app: Application[None]

    def content() -> ANSI:
        return _rendered(reel, console, app.output.get_size())

    def footer() -> str:
        return say("terminal.replay.keys_running" if reel.running else "terminal.replay.keys")

    body = Window(FormattedTextControl(content), wrap_lines=False, always_hide_cursor=True)
    bar = Window(FormattedTextControl(footer), height=1, style="reverse")
    app = Application(
        Layout(HSplit([body, bar])), key_bindings=_keys(reel), full_screen=True, color_depth=_depth(console)
    )
    return app


def _depth(console: Console) -> ColorDepth:
    """As many colours as rich found the terminal to have."""
    if not has_colour(console):
        return ColorDepth.DEPTH_1_BIT
    return ColorDepth.DEPTH_24_BIT if console.color_system == "truecolor" else ColorDepth.DEPTH_8_BIT


async def _autoplay(reel: Reel, app: Application[None]) -> None:
    """Step while running; stop at the end."""
    while True:
        await asyncio.sleep(reel.delay if reel.running else 0.1)
        if reel.running:
            reel.step(1)
            reel.running = reel.at < len(reel.record.moves)
            app.invalidate()


def replay(record: Record, at: int, *, delay: float) -> None:
    """Show the game until the reader leaves."""
    app = _application(reel := Reel(record, at, delay), make_console())

    def start() -> None:
        app.create_background_task(_autoplay(reel, app))

    app.run(pre_run=start)
