"""What a person answers: questions, sheets, searches by hand, lessons.

Begin with `attempt.py` (one question after the other, judged and counted) and `question.py` (how an
answer is read, and how much of its reason is told). `reasons.py` has the right answers about a
tree, and explains why a wrong answer is wrong. A new exercise is a file next to `sheet.py`, which
is the example: an `Exercise`, its questions, and an `Attempt`.
"""
