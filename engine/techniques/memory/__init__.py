"""Where state lies."""
