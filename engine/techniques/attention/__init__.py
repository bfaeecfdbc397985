"""What attention stores and reads."""
