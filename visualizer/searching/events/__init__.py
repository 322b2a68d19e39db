"""Searches of other programs: a file of events, read into a log and replayed as a trace."""
