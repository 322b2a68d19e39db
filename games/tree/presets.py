"""Trees from published figures and course material, each with its source and its counts.

`counts`: the root's `value`, and how many leaves a search visits. "alpha-beta leaves" cut at `>=`; a word behind a
comma names what is different: the cut `>`, or the order of the branches.
"""

from collections.abc import Mapping

from games._game import Preset

AIMA = "Russell and Norvig, Artificial Intelligence: A Modern Approach, figures 5.2 and 5.5"
CS188_LECTURE = "Berkeley CS 188, Klein and Abbeel, slides of the lecture Adversarial Search"
CS188_PROJECT = "Berkeley CS 188, Pac-Man project 2 (multi-agent search), autograder test"
MIT_LAB = "MIT 6.034, problem set 3 (Connect Four), tree_searcher.py"
CMU = "Minimax Visualizer for CMU 15-150 (github.com/Sarose550/Minimax-Visualizer)"
GEEKS = "GeeksforGeeks, Minimax Algorithm in Game Theory"
OURS = "made for this program"


def _counts(value: float, minimax: int, alpha_beta: int, **others: int) -> Mapping[str, float]:
    """Name the counts; `others` are leaves of alpha-beta under another rule or order."""
    names = {"strict": "alpha-beta leaves, >"}
    more = {names.get(word, f"alpha-beta leaves, {word}"): leaves for word, leaves in others.items()}
    return {"value": value, "minimax leaves": minimax, "alpha-beta leaves": alpha_beta, **more}


PRESETS = (
    Preset(
        "aima-5.2",
        "[[3,12,8],[2,4,6],[14,5,2]]",
        "the best-known tree of all: one cutoff, in the second branch",
        counts=_counts(3, 9, 7, best=5),
        source=AIMA,
        title="AIMA figure 5.2",
    ),
    Preset(
        "winston",
        "[[2,7],[1,8]]",
        "two moves each and one cutoff: the second branch passes up 1 (fail-soft) or 2 (fail-hard), and 8 is not seen",
        counts=_counts(2, 4, 3, reverse=4),
        source="Winston, MIT 6.034, lecture 6: Search: Games, Minimax, and Alpha-Beta",
        title="Winston's lecture",
    ),
    Preset(
        "cs188-quiz-1",
        "[[10,8],[4,50]]",
        "after the 4 the great 50 beside it does not matter: MIN would never allow it",
        counts=_counts(8, 4, 3, reverse=4),
        source=f"{CS188_LECTURE}, Alpha-Beta Quiz",
        title="CS 188 quiz 1",
    ),
    Preset(
        "cs188-quiz-2",
        "[[[10,6],[100,8]],[[1,2],[20,4]]]",
        "a cutoff of each kind: at a MAX node, where 100 is too good to be allowed, and at a MIN node, a whole branch",
        counts=_counts(10, 8, 5, reverse=8),
        source=f"{CS188_LECTURE}, Alpha-Beta Quiz 2",
        title="CS 188 quiz 2",
    ),
    Preset(
        "cs188-lecture-6",
        "max(min1(A=3,B=12,C=8), min2(D=5,E=4,F=6), min3(G=14,H=1,I=11))",
        "the sister of AIMA's tree, with names: here the second branch is best, and only the very last leaf is pruned",
        counts=_counts(4, 9, 8),
        source=f"{CS188_PROJECT} 0-lecture-6-tree",
        title="CS 188 lecture 6",
    ),
    Preset(
        "cs188-tied-root",
        "max(min1(A=10), min2(B=10,C=0))",
        "a tie: with >= the 0 is never seen and both moves seem worth 10; with > it is, and only the first one is",
        counts=_counts(10, 3, 2, strict=3),
        source=f"{CS188_PROJECT} 6-tied-root",
        title="CS 188 tie at the root",
    ),
    Preset(
        "cs188-decimals",
        "a(b1(c1(d1(A=-3,B=13), d2(C=5,D=9)), c2(d3(E=10,F=3), d4(G=-6,H=8))), b2(cx(dx(Z=3.01))))",
        "the lone 3.01 on the right beats eight leaves on the left by a hair; from right to left half of the leaves do",
        counts=_counts(3.01, 9, 8, reverse=4),
        source=f"{CS188_PROJECT} 1-5-minmax",
        title="CS 188 decimals",
    ),
    Preset(
        "cs188-four-plies",
        "a(b1(c1(d1(A=3,B=13), d2(C=5,D=9)), c2(d3(E=10,F=11), d4(G=6,H=8))),"
        " b2(c3(d5(I=1,J=0), d6(K=4,L=7)), c4(d7(M=12,N=15), d8(O=2,P=14))))",
        "two deep cutoffs: d5 and d6 are cut by a bound that was set not by their parent but at the root",
        counts=_counts(5, 16, 8),
        source=f"{CS188_PROJECT} 3-one-ghost-4level",
        title="CS 188 four plies",
    ),
    Preset(
        "ucla-cs161",
        "[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]",
        "uneven, with a deep cutoff and a tie; where 15 refutes a branch, fail-soft passes up 15 and fail-hard only 3",
        counts=_counts(3, 12, 6, strict=7, reverse=9),
        source="UCLA CS 161, Rosen, recitation notes: Minimax with Alpha Beta Pruning",
        title="UCLA CS 161",
    ),
    Preset(
        "wikipedia",
        "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]",
        "from one to three branches at a node, and a tie: the rule > has to look at one more leaf",
        counts=_counts(6, 14, 9, strict=10),
        source="Wikipedia, Alpha–beta pruning, figure AB_pruning.svg",
    ),
    Preset(
        "mit-lab-1",
        "A(B(C(D=2,E=2), F(G=0,H=4)), I(J(K=6,L=8), M(N=4,O=6)))",
        "the worst order: nothing is cut from left to right, but three leaves of eight from right to left",
        counts=_counts(6, 8, 8, reverse=5, best=5),
        source=f"{MIT_LAB}, test 1",
        title="MIT lab, tree 1",
    ),
    Preset(
        "mit-lab-2",
        "A(B(C(D=6,E=4), F(G=8,H=6)), I(J(K=4,L=0), M(N=2,O=2)))",
        "the tree of mit-lab-1 in a mirror: now left to right is the good order, and right to left cuts nothing",
        counts=_counts(6, 8, 5, reverse=8, best=5),
        source=f"{MIT_LAB}, test 2",
        title="MIT lab, tree 2",
    ),
    Preset(
        "mit-lab-3",
        "A(B(E(K=8,L=2), F=6), C(G(M(S=4,T=5), N=3), H(O=9, P(U=10,V=8))), D(I=1, J(Q(W=7,X=12), K(Y=11,Z=15))))",
        "leaves at different depths: six of fourteen from left to right, all of them from right to left",
        counts=_counts(6, 14, 6, reverse=14),
        source=f"{MIT_LAB}, test 3",
        title="MIT lab, tree 3",
    ),
    Preset(
        "cmu-15150-small",
        "[[3,6,-2],[6,4,10],[1,30,9]]",
        "the third branch is refuted by its first leaf; in the first one, the leaf that decides comes last",
        counts=_counts(4, 9, 7),
        source=f"{CMU}, example 4, testSmall",
        title="CMU 15-150, small",
    ),
    Preset(
        "cmu-15150-big",
        "[[[[3,5],[2,7]],[[10,4]]],[[[2,7]],[[8,2],[4,6]]]]",
        "half of the leaves from left to right, all but one from right to left",
        counts=_counts(3, 12, 6, reverse=11),
        source=f"{CMU}, example 5, testBig",
        title="CMU 15-150, big",
    ),
    Preset(
        "geeksforgeeks-minimax",
        "[[[3,5],[2,9]],[[12,5],[23,23]]]",
        "the better move comes second, so that alpha-beta saves one leaf of eight; the best order would save three",
        counts=_counts(12, 8, 7, best=5),
        source=f"{GEEKS}, set 1",
        title="GeeksforGeeks, minimax",
    ),
    Preset(
        "geeksforgeeks-alpha-beta",
        "[[[3,5],[6,9]],[[1,2],[0,-1]]]",
        "five leaves of eight, the fewest that any order can reach in a tree of this shape",
        counts=_counts(5, 8, 5, reverse=7),
        source=f"{GEEKS}, set 4 (Alpha-Beta Pruning)",
        title="GeeksforGeeks, alpha-beta",
    ),
    Preset(
        "millington-funge",
        "[[[[17,6],[46,27]],[[48,33],[10,25]]],[[[22,1],[14,6]],[[2,12],[24,48]]]]",
        "no pattern: four cutoffs, two of them deep, leave out half of the sixteen leaves, and the best order nine",
        counts=_counts(27, 16, 8, best=7),
        source="Millington and Funge, Artificial Intelligence for Games, exercise of chapter 8, as in bb4-games",
        title="Millington and Funge",
    ),
    Preset(
        "knuth-moore",
        "[[[16,8,3],[21,6,2],[25,20,7]],[[13,10,9],[22,18,15],[24,17,5]],[[12,4,1],[26,19,14],[27,23,11]]]",
        "perfectly ordered: 11 of 27 leaves, which is the least there can be; in the worst order all 27 are needed",
        counts=_counts(16, 27, 11, worst=27, best=11),
        source="numbers of ours, after Knuth and Moore, An analysis of alpha-beta pruning, 1975, theorem 1",
        title="Knuth and Moore",
    ),
    Preset(
        "no-cutoff",
        "[[[0]],[[-7,-5,5]]]",
        "nothing may be cut: -7 and -5 are below the root's 0, but it is MAX who goes on choosing there, and finds 5",
        counts=_counts(5, 4, 4, reverse=4, best=4, worst=4),
        source=OURS,
    ),
    Preset(
        "best-is-not-least",
        "[5,[4,[3,2,1]]]",
        "the best move first costs four leaves, the quick refutation by the 4 only two: best is not always least",
        counts=_counts(5, 5, 2, best=4),
        source=OURS,
        title="Best order is not least",
    ),
)
