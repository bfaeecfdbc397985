"""Speculative decoding: drafts, which of them are accepted, and what they cost."""
