"""A game between two sides, each a person or a search: its moves, what the searches thought, and how it ended."""
