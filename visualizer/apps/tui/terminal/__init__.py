"""Abilities of terminals: ASCII alone, no colours, pictures in pixels, small screens."""
