"""A search in numbers: counts, ordering quality, the minimal tree, estimates."""
