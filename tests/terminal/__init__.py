"""The explorer in a terminal: its actions, drawings and dialogs."""
