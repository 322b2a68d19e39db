"""Facts in English, about steps and searches; questions of exercises are worded elsewhere."""
