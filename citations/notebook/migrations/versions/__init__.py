"""One file a version. Never change one that was released."""
