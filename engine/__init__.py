"""The rules: pure values in, pure values out."""
