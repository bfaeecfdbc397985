"""What a recording says about an instant, a request or the whole run."""
