"""Facts in English: the one place where a sentence is made."""
