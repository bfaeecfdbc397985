"""Runs that skip from decision to decision, for the scenarios that `covers` lets in."""

from engine.express.covers import counts, covers
from engine.express.expand import expand
from engine.express.log import Log
from engine.express.run import Run, run

__all__ = ["Log", "Run", "counts", "covers", "expand", "run"]
