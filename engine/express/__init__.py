"""Runs that skip from decision to decision, for the scenarios that `covers` lets in."""

from engine.express.covers import covers
from engine.express.expand import expand
from engine.express.run import Run, run
from engine.express.workload import independent

__all__ = ["Run", "covers", "expand", "independent", "run"]
