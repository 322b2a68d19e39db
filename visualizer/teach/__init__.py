"""What a person answers: questions, sheets, searches by hand, lessons.

Begin with `exercises/fields.py` (what is asked, and the reasons for each answer) and `exercises/rules.py` (levels).
"""
