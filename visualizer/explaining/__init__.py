"""Searches explained: in facts, words and numbers.

Begin with `explanation/facts/steps.py` (what happened in a step) and `explanation/english/` (the
same in a sentence). `measures/` counts, estimates and summarizes a run; `comparison/` compares
several runs and finds where they diverge.
"""
