"""Programs that students wrote.

Begin with `grading/grading.py` (it runs a program on small trees and names its mistake) and
`watching/watched.py` (it shows a program line by line beside the tree that it searches);
`watching/first_wrong_line.py` finds the line of the mistake.
"""
