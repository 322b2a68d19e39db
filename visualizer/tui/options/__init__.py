"""How the explorer looks when it opens: as is asked for, or as is remembered."""
