"""What the program does and shows is held against these: slow, obvious, and written apart from
it.
"""
