"""Four labs: a question each, few settings, an answer, presets that succeed and presets that fail."""
