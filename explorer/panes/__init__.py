"""The panels of the window: each shows one part of the session and follows it."""
