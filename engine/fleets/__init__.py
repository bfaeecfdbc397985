"""Several engines: building them, sending requests to them, moving state between them, and what goes wrong."""
