"""What an iteration costs in time, operations and bytes."""
