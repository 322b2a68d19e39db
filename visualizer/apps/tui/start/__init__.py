"""The start screen: game, position and search, chosen and checked as one types."""
