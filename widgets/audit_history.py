"""Every state of an audit, back and forth."""

from __future__ import annotations

from citations.audit import Audit

LONGEST = 500


class AuditHistory:
    """States are immutable: a step is a reference."""

    def __init__(self, audit: Audit) -> None:
        self.now = audit
        self._past: list[Audit] = []
        self._future: list[Audit] = []

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def push(self, audit: Audit) -> None:
        """Go on to `audit`; what had been undone is gone."""
        if audit == self.now:
            return
        self._past = [*self._past[-LONGEST + 1 :], self.now]
        self._future.clear()
        self.now = audit

    def undo(self) -> Audit | None:
        """The state before, None if there is none."""
        if not self._past:
            return None
        self._future.append(self.now)
        self.now = self._past.pop()
        return self.now

    def redo(self) -> Audit | None:
        """The state that was undone last, None if there is none."""
        if not self._future:
            return None
        self._past.append(self.now)
        self.now = self._future.pop()
        return self.now
