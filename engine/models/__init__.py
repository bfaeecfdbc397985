"""Model and hardware cards, and what a model puts into the memory of a device."""
