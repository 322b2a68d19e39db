"""How things look, whatever shows them: states, signs, numbers, tables, shapes."""
