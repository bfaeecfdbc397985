"""Runs that skip from decision to decision, for the scenarios that `covers` lets in."""

from engine.express.covers import covers
from engine.express.expand import expand
from engine.express.run import Run, run

__all__ = ["Run", "covers", "expand", "run"]
