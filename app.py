"""The dashboard: its pages and the way between them."""

from segmetrics.dashboard.shell import run

run()
