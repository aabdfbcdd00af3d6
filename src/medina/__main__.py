"""`python -m medina` is `medina`."""

import sys

from medina.cli import main

sys.exit(main())
