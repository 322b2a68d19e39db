"""The program in a browser: who is refused, how processes end, and Chromium itself."""
