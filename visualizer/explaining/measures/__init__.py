"""What a search comes to in numbers: counts, ordering quality, the minimal tree, estimates."""
