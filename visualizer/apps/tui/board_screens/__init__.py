"""The screens with a board to move on: to play a game, or to review one."""
