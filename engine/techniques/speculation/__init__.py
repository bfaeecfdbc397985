"""Several tokens per pass of the target."""
