"""A person's own code, run line by line, and the tree that it has searched: its calls, its variables, its mistake."""
