"""Every HTTP body of /api/v1, a file a noun. What travels on a table's socket is in `medina.table.wire`."""

from medina.server.schema.accounts import *
from medina.server.schema.analyses import *
from medina.server.schema.base import *
from medina.server.schema.calls import *
from medina.server.schema.offer import *
from medina.server.schema.passkeys import *
from medina.server.schema.people import *
from medina.server.schema.positions import *
from medina.server.schema.puzzles import *
from medina.server.schema.ratings import *
from medina.server.schema.replays import *
from medina.server.schema.tables import *
