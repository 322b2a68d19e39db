"""What a sweep is made of: the positions, the tasks, the processes that do them, and the file of results."""
