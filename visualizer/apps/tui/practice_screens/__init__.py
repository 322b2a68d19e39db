"""The screen to practise on: a tree with fields to fill in."""
