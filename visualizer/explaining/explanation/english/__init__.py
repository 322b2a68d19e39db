"""Facts in English: what is said of a step, and of a search; what is asked of them is worded beside the questions."""
