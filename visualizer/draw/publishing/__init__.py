"""From runs and comparisons to files: which steps, which part, which format, and where they go."""
