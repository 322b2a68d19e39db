"""Programs of others: their calls, what is found in them, and how they are loaded."""
