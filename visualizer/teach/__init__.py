"""What a person answers: questions, sheets, searches by hand, lessons.

Begin with `exercises/exercise.py` (what an exercise is), `exercises/question.py` (how an answer is judged, and how much
of its reason was earned) and `exercises/fields.py` (what is asked of a tree).
"""
