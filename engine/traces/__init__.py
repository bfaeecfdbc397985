"""Request traces: Azure, BurstGPT, Mooncake, Vidur and general tables, recognised by their layout."""

from engine.traces.load import load
from engine.traces.records import SetAside, TraceError, TraceImport, TraceReport, TraceRequest

__all__ = ["SetAside", "TraceError", "TraceImport", "TraceReport", "TraceRequest", "load"]
