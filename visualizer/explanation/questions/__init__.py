"""Questions about a search: what is asked, what is right and why, for practice, predicting, lessons and homework."""
