"""Watch a user's code search: trace its lines, and find the first that goes wrong."""
