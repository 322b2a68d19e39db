"""Finding and running what others have written: files that add something, user-supplied functions."""
