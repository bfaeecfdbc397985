"""Requests: drawn from laws or read from traces."""
