"""The state of requests in memory: pages and who holds them, how they are found again, and slower memory."""
