"""Which requests share an iteration."""
