"""Jobs for a picture: it shows what is there, nothing is started for it."""

from __future__ import annotations

from typing import Any

from explorer.jobs import Job, Jobs


class Still(Jobs):
    """Takes jobs and does none of them."""

    def start(self, kind: str, **fields: Any) -> Job:
        return Job(0, kind, fields)
