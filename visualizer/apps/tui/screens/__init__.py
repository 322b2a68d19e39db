"""The screens: each passes on the user's keys and clicks, and shows the result."""
