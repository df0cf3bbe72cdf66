"""Claims about secrets, and how they are justified."""
