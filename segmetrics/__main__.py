"""``python -m segmetrics`` is the command ``segmetrics``."""

import sys

from segmetrics.cli import main

sys.exit(main())
