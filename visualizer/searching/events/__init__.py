"""A search written elsewhere: a file of events, one JSON object a line, read, played back and written."""
