"""Finding and running the code of others: plug-ins, and functions in users' files."""
