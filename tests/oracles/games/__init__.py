"""The rules of games once more, in the plainest way: one file a game, named as in `games/`."""
