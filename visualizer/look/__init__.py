"""The appearance of everything shown: states, signs, numbers, tables, shapes."""
