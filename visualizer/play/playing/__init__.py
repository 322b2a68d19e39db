"""Games between persons and searches: their moves, analyses, reviews and files."""
