"""What a terminal can do: ASCII alone, no colours, pictures in pixels, little room."""
