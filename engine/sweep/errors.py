"""What can be wrong with a sweep as a whole. What is wrong with one of its cells is a row with a reason."""

from __future__ import annotations


class SweepError(ValueError):
    """An option of a sweep makes no sense: names the option, what was found and what was expected."""

    def __init__(self, option: str, found: str, expected: str) -> None:
        self.option, self.found, self.expected = option, found, expected
        super().__init__(f"{option}: found {found}, expected {expected}")


class SweepStopped(RuntimeError):
    """The sweep could not go on: a process died, a cluster was lost."""
