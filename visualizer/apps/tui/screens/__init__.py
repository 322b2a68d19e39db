"""The screens: each passes on what a person wants, and shows the result."""
