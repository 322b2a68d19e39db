"""The activities of a person: their state and sentences, shared by screens and line mode."""
