"""The game in words: names, questions, answers, events and help. No input, no output."""
