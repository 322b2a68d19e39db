"""The trees that come with the game, from books and courses, and the names in these books."""

from collections.abc import Mapping

from games import Preset


def leaf_counts(
    value: float, minimax: int, alpha_beta: int, *, strict: int | None = None, **orders: int
) -> Mapping[str, float]:
    """Return the `counts` of a preset: the root's value, and how many leaves each search visits.

    `alpha_beta` is the number with cutoffs at alpha ≥ beta; `strict` is the number with cutoffs
    only at alpha > beta, if known. `orders` has the numbers for other move orders, by their names.

    >>> leaf_counts(3, minimax=9, alpha_beta=7, best=5)
    {'value': 3, 'minimax leaves': 9, 'alpha-beta leaves': 7, 'alpha-beta leaves, best': 5}
    """
    counts = {
        "value": value,
        "minimax leaves": minimax,
        "alpha-beta leaves": alpha_beta,
    }
    if strict is not None:
        counts["alpha-beta leaves, >"] = strict
    for order, leaves in orders.items():
        counts[f"alpha-beta leaves, {order}"] = leaves
    return counts


PRESETS = (
    Preset(
        "aima-5.2",
        "[[3,12,8],[2,4,6],[14,5,2]]",
        "the best-known tree of all: one cutoff, in the second branch",
        title="AIMA figure 5.2",
        source=(
            "Russell and Norvig, Artificial Intelligence: A Modern Approach, figures 5.2 and 5.5"
        ),
        counts=leaf_counts(
            3,
            minimax=9,
            alpha_beta=7,
            best=5,
        ),
    ),
    Preset(
        "winston",
        "[[2,7],[1,8]]",
        (
            "two moves each and one cutoff: the second branch returns 1 (fail-soft) or 2 "
            "(fail-hard), and 8 is never seen"
        ),
        title="Winston's lecture",
        source="Winston, MIT 6.034, lecture 6: Search: Games, Minimax, and Alpha-Beta",
        counts=leaf_counts(
            2,
            minimax=4,
            alpha_beta=3,
            reverse=4,
        ),
    ),
    Preset(
        "cs188-quiz-1",
        "[[10,8],[4,50]]",
        "after the 4, the big 50 beside it does not matter: MIN would never allow it",
        title="CS 188 quiz 1",
        source=(
            "Berkeley CS 188, Klein and Abbeel, slides of the lecture Adversarial Search, "
            "Alpha-Beta Quiz"
        ),
        counts=leaf_counts(
            8,
            minimax=4,
            alpha_beta=3,
            reverse=4,
        ),
    ),
    Preset(
        "cs188-quiz-2",
        "[[[10,6],[100,8]],[[1,2],[20,4]]]",
        (
            "a cutoff of each kind: at a MAX node, as MIN will not allow 100, and at a MIN node, "
            "skipping a whole branch"
        ),
        title="CS 188 quiz 2",
        source=(
            "Berkeley CS 188, Klein and Abbeel, slides of the lecture Adversarial Search, "
            "Alpha-Beta Quiz 2"
        ),
        counts=leaf_counts(
            10,
            minimax=8,
            alpha_beta=5,
            reverse=8,
        ),
    ),
    Preset(
        "cs188-lecture-6",
        "max(min1(A=3,B=12,C=8), min2(D=5,E=4,F=6), min3(G=14,H=1,I=11))",
        (
            "AIMA's tree again, with names: here the second branch is best, and only the very "
            "last leaf is pruned"
        ),
        title="CS 188 lecture 6",
        source=(
            "Berkeley CS 188, Pac-Man project 2 (multi-agent search), autograder test "
            "0-lecture-6-tree"
        ),
        counts=leaf_counts(4, minimax=9, alpha_beta=8),
    ),
    Preset(
        "cs188-tied-root",
        "max(min1(A=10), min2(B=10,C=0))",
        (
            "a tie: with >= the 0 is not seen and both moves seem worth 10; with > it is, and "
            "only one move is worth 10"
        ),
        title="CS 188 tie at the root",
        source=(
            "Berkeley CS 188, Pac-Man project 2 (multi-agent search), autograder test 6-tied-root"
        ),
        counts=leaf_counts(
            10,
            minimax=3,
            alpha_beta=2,
            strict=3,
        ),
    ),
    Preset(
        "cs188-decimals",
        "a(b1(c1(d1(A=-3,B=13), d2(C=5,D=9)), c2(d3(E=10,F=3), d4(G=-6,H=8))), b2(cx(dx(Z=3.01))))",
        (
            "the lone 3.01 on the right just beats eight leaves on the left; right to left, only "
            "four of nine are visited"
        ),
        title="CS 188 decimals",
        source=(
            "Berkeley CS 188, Pac-Man project 2 (multi-agent search), autograder test 1-5-minmax"
        ),
        counts=leaf_counts(
            3.01,
            minimax=9,
            alpha_beta=8,
            reverse=4,
        ),
    ),
    Preset(
        "cs188-four-plies",
        "a(b1(c1(d1(A=3,B=13), d2(C=5,D=9)), c2(d3(E=10,F=11), d4(G=6,H=8))), "
        "b2(c3(d5(I=1,J=0), d6(K=4,L=7)), "
        "c4(d7(M=12,N=15), d8(O=2,P=14))))",
        (
            "two deep cutoffs: d5 and d6 are cut by a bound that comes from the root, not from "
            "their parent"
        ),
        title="CS 188 four plies",
        source=(
            "Berkeley CS 188, Pac-Man project 2 (multi-agent search), autograder test "
            "3-one-ghost-4level"
        ),
        counts=leaf_counts(5, minimax=16, alpha_beta=8),
    ),
    Preset(
        "ucla-cs161",
        "[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]",
        (
            "uneven, with a deep cutoff and a tie; where 15 refutes a branch, fail-soft returns "
            "15 and fail-hard only 3"
        ),
        title="UCLA CS 161",
        source="UCLA CS 161, Rosen, recitation notes: Minimax with Alpha Beta Pruning",
        counts=leaf_counts(
            3,
            minimax=12,
            alpha_beta=6,
            strict=7,
            reverse=9,
        ),
    ),
    Preset(
        "wikipedia",
        "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]",
        "one to three branches per node, and a tie: cutting only where α > β visits one more leaf",
        source="Wikipedia, Alpha–beta pruning, figure AB_pruning.svg",
        counts=leaf_counts(
            6,
            minimax=14,
            alpha_beta=9,
            strict=10,
        ),
    ),
    Preset(
        "mit-lab-1",
        "A(B(C(D=2,E=2), F(G=0,H=4)), I(J(K=6,L=8), M(N=4,O=6)))",
        (
            "the worst order: nothing is cut from left to right, but three of eight leaves from "
            "right to left"
        ),
        title="MIT lab, tree 1",
        source="MIT 6.034, problem set 3 (Connect Four), tree_searcher.py, test 1",
        counts=leaf_counts(
            6,
            minimax=8,
            alpha_beta=8,
            reverse=5,
            best=5,
        ),
    ),
    Preset(
        "mit-lab-2",
        "A(B(C(D=6,E=4), F(G=8,H=6)), I(J(K=4,L=0), M(N=2,O=2)))",
        (
            "the mirror image of mit-lab-1: now left to right is the good order, and right to "
            "left cuts nothing"
        ),
        title="MIT lab, tree 2",
        source="MIT 6.034, problem set 3 (Connect Four), tree_searcher.py, test 2",
        counts=leaf_counts(
            6,
            minimax=8,
            alpha_beta=5,
            reverse=8,
            best=5,
        ),
    ),
    Preset(
        "mit-lab-3",
        (
            "A(B(E(K=8,L=2), F=6), C(G(M(S=4,T=5), N=3), H(O=9, P(U=10,V=8))), D(I=1, "
            "J(Q(W=7,X=12), K(Y=11,Z=15))))"
        ),
        (
            "leaves at different depths: alpha-beta visits six of fourteen from left to right, "
            "all from right to left"
        ),
        title="MIT lab, tree 3",
        source="MIT 6.034, problem set 3 (Connect Four), tree_searcher.py, test 3",
        counts=leaf_counts(
            6,
            minimax=14,
            alpha_beta=6,
            reverse=14,
        ),
    ),
    Preset(
        "cmu-15150-small",
        "[[3,6,-2],[6,4,10],[1,30,9]]",
        (
            "the third branch is refuted by its first leaf; in the first one, the leaf that "
            "decides comes last"
        ),
        title="CMU 15-150, small",
        source=(
            "Minimax Visualizer for CMU 15-150 (github.com/Sarose550/Minimax-Visualizer), "
            "example 4, testSmall"
        ),
        counts=leaf_counts(4, minimax=9, alpha_beta=7),
    ),
    Preset(
        "cmu-15150-big",
        "[[[[3,5],[2,7]],[[10,4]]],[[[2,7]],[[8,2],[4,6]]]]",
        "alpha-beta visits half of the leaves from left to right, all but one from right to left",
        title="CMU 15-150, big",
        source=(
            "Minimax Visualizer for CMU 15-150 (github.com/Sarose550/Minimax-Visualizer), "
            "example 5, testBig"
        ),
        counts=leaf_counts(
            3,
            minimax=12,
            alpha_beta=6,
            reverse=11,
        ),
    ),
    Preset(
        "geeksforgeeks-minimax",
        "[[[3,5],[2,9]],[[12,5],[23,23]]]",
        (
            "the better move comes second, so alpha-beta saves only one of eight leaves; the "
            "best order would save three"
        ),
        title="GeeksforGeeks, minimax",
        source="GeeksforGeeks, Minimax Algorithm in Game Theory, set 1",
        counts=leaf_counts(
            12,
            minimax=8,
            alpha_beta=7,
            best=5,
        ),
    ),
    Preset(
        "geeksforgeeks-alpha-beta",
        "[[[3,5],[6,9]],[[1,2],[0,-1]]]",
        "alpha-beta visits five of eight leaves, the fewest possible in a tree of this shape",
        title="GeeksforGeeks, alpha-beta",
        source="GeeksforGeeks, Minimax Algorithm in Game Theory, set 4 (Alpha-Beta Pruning)",
        counts=leaf_counts(
            5,
            minimax=8,
            alpha_beta=5,
            reverse=7,
        ),
    ),
    Preset(
        "millington-funge",
        "[[[[17,6],[46,27]],[[48,33],[10,25]]],[[[22,1],[14,6]],[[2,12],[24,48]]]]",
        (
            "no pattern: four cutoffs, two of them deep, skip half of the sixteen leaves; the "
            "best order skips nine"
        ),
        title="Millington and Funge",
        source=(
            "Millington and Funge, Artificial Intelligence for Games, an exercise in chapter 8, "
            "as in bb4-games"
        ),
        counts=leaf_counts(
            27,
            minimax=16,
            alpha_beta=8,
            best=7,
        ),
    ),
    Preset(
        "knuth-moore",
        "[[[16,8,3],[21,6,2],[25,20,7]],[[13,10,9],[22,18,15],[24,17,5]],"
        "[[12,4,1],[26,19,14],[27,23,11]]]",
        (
            "perfectly ordered: 11 of 27 leaves are visited, the fewest possible; in the worst "
            "order all 27 are"
        ),
        title="Knuth and Moore",
        source=(
            "our own numbers, after Knuth and Moore, An analysis of alpha-beta pruning, 1975, "
            "theorem 1"
        ),
        counts=leaf_counts(
            16,
            minimax=27,
            alpha_beta=11,
            worst=27,
            best=11,
        ),
    ),
    Preset(
        "no-cutoff",
        "[[[0]],[[-7,-5,5]]]",
        (
            "nothing may be cut: -7 and -5 are below the root's 0, but MAX is still choosing "
            "there and finds 5"
        ),
        source="made for this program",
        counts=leaf_counts(
            5,
            minimax=4,
            alpha_beta=4,
            reverse=4,
            best=4,
            worst=4,
        ),
    ),
    Preset(
        "best-is-not-least",
        "[5,[4,[3,2,1]]]",
        "trying the best move first costs four leaves, the quick refutation (the leaf 4) only two",
        title="Best is not cheapest",
        source="made for this program",
        counts=leaf_counts(
            5,
            minimax=5,
            alpha_beta=2,
            best=4,
        ),
    ),
    Preset(
        "cs188-mean",
        "[[10,10],[9,100]]",
        (
            "minimax takes the sure 10; against an opponent who moves at random the other branch "
            "is worth 54.5"
        ),
        title="CS 188 minimax or mean",
        source=(
            "Berkeley CS 188, Klein and Abbeel, slides of the lecture Uncertainty and Utilities "
            "(Expectimax)"
        ),
        counts={
            "value": 10,
            "minimax leaves": 4,
            "alpha-beta leaves": 3,
            "expectimax value": 54.5,
        },
    ),
    Preset(
        "cs221-bins",
        "start(A(a1=-50,a2=50), B(b1=1,b2=3), C(c1=-5,c2=15))",
        "which bin? B if an adversary picks from it (1), C if the pick is random (5 on average)",
        title="CS 221 bins",
        source="Stanford CS 221, Liang, lecture Games, game 1",
        counts={
            "value": 1,
            "minimax leaves": 6,
            "alpha-beta leaves": 5,
            "expectimax value": 5,
        },
    ),
    Preset(
        "cs221-coin",
        (
            "start(~A(stay(-50,50), left(-5,15)), ~B(stay(1,3), left(-50,50)), ~C(stay(-5,15), "
            "left(1,3)))"
        ),
        (
            "a coin may move the choice one bin to the left; then the other side picks: C is "
            "best, worth −2"
        ),
        title="CS 221 bins and a coin",
        source="Stanford CS 221, Liang, lecture Games, game 2",
        counts={
            "value": -2,
            "expectiminimax leaves": 12,
            "star1 leaves": 12,
        },
    ),
    Preset(
        "aima-chance",
        "A(~a1(9/10: [2,2], 1/10: [3,3]), ~a2(9/10: [1,1], 1/10: [4,4]))",
        (
            "a1 is best, 2.1 to 1.3; compare aima-chance-scaled, the same tree with other leaves "
            "in the same order"
        ),
        title="AIMA figure 5.12, left",
        source="Russell and Norvig, Artificial Intelligence: A Modern Approach, figure 5.12",
        counts={
            "value": 2.1,
            "expectiminimax leaves": 8,
            "star1 leaves": 7,
        },
    ),
    Preset(
        "aima-chance-scaled",
        "A(~a1(9/10: [20,20], 1/10: [30,30]), ~a2(9/10: [1,1], 1/10: [400,400]))",
        (
            "the leaves are ordered as in aima-chance, yet a2 is best here: with chance, the "
            "sizes of values matter"
        ),
        title="AIMA figure 5.12, right",
        source="Russell and Norvig, Artificial Intelligence: A Modern Approach, figure 5.12",
        counts={
            "value": 40.9,
            "expectiminimax leaves": 8,
            "star1 leaves": 8,
        },
    ),
    Preset(
        "star1-cut",
        "A(~B(b1=4,b2=8), ~C(c1=0,c2=9))",
        (
            "with --bounds 0,10 the search skips the 9: after the 0, C is worth at most 5; "
            "without bounds nothing is cut"
        ),
        title="Star1's first cut",
        source="made for this program",
        counts={
            "value": 6,
            "expectiminimax leaves": 4,
            "star1 leaves": 4,
        },
    ),
)
"""Trees from published figures and course material, each with its source and its counts.

`counts`: the root's value, and how many leaves a search visits. "alpha-beta leaves" cut at >=; a
word after a comma names what is different: the cut >, or the order of the branches.
"""

TEXTBOOK_LABELS = {
    "[[3,12,8],[2,4,6],[14,5,2]]": {
        "edges": "a1 b1 b2 b3 a2 c1 c2 c3 a3 d1 d2 d3",
        "nodes": "A B C D",
    },
    "[[10,8],[4,50]]": {"edges": "a b c d e f"},
    "[[[10,6],[100,8]],[[1,2],[20,4]]]": {"edges": "a b c d e f g h i j k l m n"},
}
"""The names that books print at the edges and inner nodes of their trees, by the tree's text.

The text has no spaces. Names are in reading order: from the root down, from left to right below
each node. They are for people: in JSON a move stays the child's number.
"""
