"""A sum game with a memo: positions that were searched before are answered at once."""

memo = {}


def best(total, turn):
    key = (total, turn)
    if key in memo:
        return memo[key]
    if total >= 10:
        return -1 if turn == 1 else 1
    results = []
    for step in (1, 2, 3):
        results.append(best(total + step, -turn))
    memo[key] = max(results) if turn == 1 else min(results)
    return memo[key]


print(best(0, 1))
