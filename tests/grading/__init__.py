"""Searches of other people graded: right ones in every style, known mistakes, mutants, and what
must not break it.
"""
