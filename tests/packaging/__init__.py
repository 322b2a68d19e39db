"""Tests of what is delivered: the wheel, the set-up and other operating systems."""
