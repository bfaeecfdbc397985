"""Request traces of the public layouts and tables with columns named by the user, recognised by their contents."""

from engine.traces.load import load
from engine.traces.options import ReadOptions
from engine.traces.records import SetAside, TraceError, TraceImport, TraceReport, TraceRequest
from engine.traces.save import saved

__all__ = ["ReadOptions", "SetAside", "TraceError", "TraceImport", "TraceReport", "TraceRequest", "load", "saved"]
