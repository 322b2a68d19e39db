"""Measurements of speed and memory, as ratios within one run or medians; `make bench` prints
them as a table.
"""
