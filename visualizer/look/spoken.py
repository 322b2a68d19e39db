"""Words in place of signs, for screen readers: first in phrases, then sign by sign."""

import re

SPOKEN_PHRASES = {
    re.compile(pattern): words
    for pattern, words in {
        "upper bound = mean for ": "the upper bound is the mean for ",
        r" · √\(ln (\S+) / visits to the move\)": (
            r" times the square root of: the logarithm of \1, "
            r"divided by the number of visits to the move"
        ),
        r" · prior · √(\S+) / \(1 \+ visits to the move\)": (
            r" times the prior times the square root of \1, "
            r"divided by: 1 plus the number of visits to the move"
        ),
        "α ≥ β does not hold yet": "α is not yet at least β",
        "α > β does not hold yet": "α is not yet more than β",
        "(?<= has )([αβ]) = ": r"\1 ",
        "(?<= and )([αβ]) = ": r"\1 ",
        "(?<= meets )([αβ]) = ": r"\1, ",
        "(?<= than )([αβ]) = ": r"\1, ",
        r"\bcut (?:at )?(?=α [≥>] β)": "cut when ",
        r"((?: has | is worth )[^α-ω\n(;]* · [^α-ω\n(;]*?) = (?=\S)": r"\1, which is ",
        r"(?<=\d) · (?=[(−\d])": " times ",
        "(?m)(?<=: )~(?=,|$)": "chance",
        r" = ([−\d./]+) ≥ ([αβ]) = ": r" is \1, at least \2, ",
        r" = ([−\d./]+) ≤ ([αβ]) = ": r" is \1, at most \2, ",
        " ≥ ([αβ]) = ": r" is at least \1, ",
        " ≤ ([αβ]) = ": r" is at most \1, ",
        " > ([αβ]) = ": r" is more than \1, ",
        " < ([αβ]) = ": r" is less than \1, ",
        r" > β\b": " is more than β",
        " = ": " is ",
        r" \+ ": " plus ",
        "(?<=is still) ≥ ": " at least ",
        "(?<=is still) ≤ ": " at most ",
        " · √": " times the square root of ",
        " × ": " times ",
        r"\bln (?=\d)": "the logarithm of ",
        " / ": " divided by ",
        " ≥ ": " is at least ",
        " ≤ ": " is at most ",
        r"([−\d.,]*\d(?:e[−+]\d+)?)⁺": r"just above \1",
        r"([−\d.,]*\d(?:e[−+]\d+)?)⁻": r"just below \1",
        r"(?<=\d)e(?:\+|(−))0*(?=\d)": r" times 10 to the power \1",
        r"(?<=\d)×(?=\d)": " by ",
        r"(?<=\S)  +": ", ",
    }.items()
}
SPOKEN_SIGNS = {
    "≥": "at least ",
    "≤": "at most ",
    "≠": "not ",
    "≈": "about ",
    "∎": "proven ",
    "+∞": "infinity",
    "∞": "infinity",
    "−": "minus ",
    "–": "nothing",
    "α": "alpha",
    "β": "beta",
    "×": " times",
    "÷": " divided by ",
    "▲": "MAX",
    "▼": "MIN",
    "↓": "down",
    "↑": "up",
    "↧": "depth ",
    "⇒": "the answer",
    "□": "leaf",
    "▣": "from a table:",
    "◇": "probe",
    "⌂": "standing pat:",
    "…": " and more",
}


def as_spoken(text: str) -> str:
    """Replace the signs in a text by words, for screen readers.

    >>> as_spoken("Skipped. (1 ≥ β = −1,000)")
    'Skipped. (1 is at least beta, minus 1,000)'
    >>> as_spoken("≤3, α from −∞ to 3⁺")
    'at most 3, alpha from minus infinity to just above 3'
    >>> as_spoken("B has α = 2 and β = 7: α ≥ β does not hold yet"), as_spoken("cut α > β")
    ('B has alpha 2 and beta 7: alpha is not yet at least beta', 'cut when alpha is more than beta')
    >>> as_spoken("−1e−07 or 1.5e+10⁺")
    'minus 1 times 10 to the power minus 7 or just above 1.5 times 10 to the power 10'
    >>> as_spoken("e4, 2e3")
    'e4, 2e3'
    >>> as_spoken("(1/2 · 0 + 1/2 · 10 = 5 ≤ α = 6)")
    '(1/2 times 0 plus 1/2 times 10 is 5, at most alpha, 6)'
    >>> as_spoken("The root has 1/4 · −4 = −1 so far."), as_spoken("B: ~, C: ▲")
    ('The root has 1/4 times minus 4, which is minus 1 so far.', 'B: chance, C: MAX')
    """
    for pattern, words in SPOKEN_PHRASES.items():
        text = pattern.sub(words, text)
    for sign, words in SPOKEN_SIGNS.items():
        text = text.replace(sign, words)
    return text
