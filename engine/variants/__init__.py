"""House rules, one module each."""
