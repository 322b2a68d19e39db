"""What comes next in a search: questions before its steps, whether an answer is right, and why."""
