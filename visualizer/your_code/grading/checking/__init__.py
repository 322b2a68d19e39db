"""What is wrong with a game, found by playing it: `check` looks, and each other file knows one kind of mistake."""
