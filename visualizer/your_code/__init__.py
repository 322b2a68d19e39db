"""Programs that students wrote.

Begin with `grading/grading.py` (a program searches small trees and is told its mistake) and `watching/watched.py` (a
program runs line by line beside the tree that it searches); `watching/first_wrong_line.py` finds that line.
"""
