"""A page with a tree: what may be asked of it, where its parts are, its boxes and edges at a step."""
