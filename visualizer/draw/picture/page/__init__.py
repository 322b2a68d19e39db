"""A page with a tree: its options, the places of its parts, its boxes and edges at a step."""
