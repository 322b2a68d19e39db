"""What a person does, without how it is shown: its state, what can be done now, what is said, and what time changes."""
