"""Measurements: ratios within one run, medians of several; `make bench` prints them as a table."""
