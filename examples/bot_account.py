"""A bot with an account of its own at a site: it opens a public table, waits for company and plays, or joins a table.

python examples/bot_account.py http://127.0.0.1:8000 mdn_… [--bot mason] [--table the-end-of-its-link]
"""

from __future__ import annotations

import argparse
import asyncio
import random

from medina.bots import Budget, make_bot
from medina.client import Client


async def play(url: str, token: str, name: str, table_id: str | None = None, seconds: float = 1.0) -> tuple[int, ...]:
    """One game; gives the final scores by seat."""
    bot, chance = make_bot(name), random.Random()
    async with Client(url, token) as site:
        made = None if table_id else await site.open_table(players=2, public=True, auto_confirm=True)
        async with site.table(made.id if made else str(table_id)) as table:
            if made:
                print(f"Waiting at {url}{made.path}", flush=True)
                await table.until(lambda view: all(seat.status != "free" for seat in view.seats))
                await table.start()
            else:
                await table.sit()
            async for position in table.my_turns():
                await table.place(await asyncio.to_thread(bot.choose, position, Budget(seconds=seconds), chance))
            assert table.view.result is not None
            return table.view.result.scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("token", help="made on the site, below your name")
    parser.add_argument("--bot", default="mason")
    parser.add_argument("--table", help="sit down at this table")
    options = parser.parse_args()
    scores = asyncio.run(play(options.url, options.token, options.bot, options.table))
    print("The game is over:", " to ".join(map(str, scores)))


if __name__ == "__main__":
    main()
