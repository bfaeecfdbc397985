"""Who runs in the next iteration, who waits, and who gives way."""
