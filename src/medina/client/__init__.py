"""Programs at the table: a client of a site's API, and one of programs that speak the engine protocol. Both are async.

    async with Client("https://medina.example", token="mdn_…") as site:
        made = await site.open_table(players=2, bots=["mason"], start=True)
        async with site.table(made.id) as table:
            async for position in table.my_turns():
                await table.place(position.legal_moves[0])

What can go wrong raises `ClientError`. Needs `medina[client]`.
"""

from medina.client.engine import Engine
from medina.client.errors import ClientError
from medina.client.site import Client
from medina.client.table import Table
from medina.table.options import Days, NoClock, Options, RealTime

__all__ = ["Client", "ClientError", "Days", "Engine", "NoClock", "Options", "RealTime", "Table"]
