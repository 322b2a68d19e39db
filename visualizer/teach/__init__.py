"""What a person answers: questions, sheets, searches by hand, lessons.

Begin with `exercise.py` (what an exercise is), `question.py` (how an answer is judged, and which reason a wrong one
gets) and `fields.py` (what is asked of a tree, and the reasons). A new exercise is a file beside `sheet.py`.
"""
