"""State that is found again."""
