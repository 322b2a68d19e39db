"""An educational visualizer of game-tree search: watch minimax and alpha-beta think, step by step."""

__version__ = "0.1.0"
