"""What had to be searched, in English: the nodes that prove a value, by Knuth and Moore's types."""

from collections.abc import Iterator

from visualizer.errors import InputError
from visualizer.explanation.naming import Naming, capitalized
from visualizer.measures.proof_tree import NO_PROOF, NodeType, node_types, proof_tree, proof_words
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

MOST_NAMED = 20
"""So many nodes of a type are named."""


def told_types(run: Run) -> Iterator[str]:
    """Yield what a better order of moves would have saved, then the nodes of each type; InputError for no types."""
    found = proof_tree(run.trace)
    if found is None:
        raise InputError(NO_PROOF)
    yield f"{capitalized(proof_words(found))}."
    naming = Naming(run, TreeAtStep(run.trace))
    for kind in NodeType:
        nodes = sorted(node for node, each in node_types(run.trace).items() if each is kind)
        more = f" and {len(nodes) - MOST_NAMED:,} more" if len(nodes) > MOST_NAMED else ""
        yield f"{kind.word}: {', '.join(map(naming.place, nodes[:MOST_NAMED])) or 'none'}{more}."
