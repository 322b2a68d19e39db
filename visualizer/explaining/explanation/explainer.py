"""Explanations of steps in English, made from facts in the trace."""

from collections.abc import Callable, Iterator
from typing import Any

from visualizer.explaining.explanation.english.cuts import explain_cut, summarize_cut, why_unvisited
from visualizer.explaining.explanation.english.random_games import describe_backup
from visualizer.explaining.explanation.english.side_searches import (
    describe_entry_notes,
    describe_side_entry,
)
from visualizer.explaining.explanation.english.steps import (
    describe_entry,
    describe_finish,
    describe_return,
    describe_return_to_parent,
    describe_so_far,
    describe_stop,
)
from visualizer.explaining.explanation.english.windows import (
    explain_chance_threshold,
    explain_threshold,
)
from visualizer.explaining.explanation.facts import steps
from visualizer.explaining.explanation.naming import Naming, capitalized
from visualizer.explaining.measures.proof_tree import (
    NO_PROOF,
    NodeType,
    node_types,
    proof_tree,
    proof_words,
)
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

NOTHING_VISITED = "Nothing has been visited yet."


def explain(run: Run, step: int) -> str:
    """Explain a step of a run in one to four sentences; steps out of range count as the nearest."""
    return explain_step(Naming(run, TreeAtStep(run.trace, step)))


def explain_step(naming: Naming, *, with_effort: bool = True) -> str:
    """Explain the current step of the tree in `naming`, with a recorded engine's remarks.

    At the end of a pass or search, `with_effort` adds how many nodes have been visited.
    """
    tree = naming.tree
    node = tree.current
    fact = steps.fact_of_step(naming.run, tree)
    if node is None or fact is None:
        return NOTHING_VISITED
    arrival = ""
    if isinstance(fact, steps.Finished):
        sentence = describe_finish(naming, fact, with_effort=with_effort)
    else:
        sentence = describe_fact(naming, fact)
    # The sentence about a cut on entry does not say how the search came here.
    is_cut_on_entry = isinstance(fact, steps.CutFact) and tree.entering
    if is_cut_on_entry:
        arrival = _side_arrival(naming, node)
    remark = describe_remark(naming, node, with_plan=tree.entering)
    return " ".join(filter(None, (arrival, sentence, remark)))


def _side_arrival(naming: Naming, node: int) -> str:
    """Say how a side search has come to a node; "" if an ordinary move leads there."""
    probe = naming.tree.probe(node)
    if probe is None and naming.detour(node) is None:
        return ""
    return f"{describe_side_entry(naming, node, probe)}."


def summarize_step(naming: Naming, explanation: str = "") -> str:
    """Return one short sentence about the tree's step.

    For a cutoff, it is a summary, and otherwise the first sentence of the explanation.
    `explanation` is the text of `explain_step`, if the caller already has it.
    """
    fact = steps.fact_of_step(naming.run, naming.tree)
    if isinstance(fact, steps.CutFact):
        return summarize_cut(naming, fact)
    return (explanation or explain_step(naming)).partition(". ")[0]


def describe_path(naming: Naming, path: MovePath) -> str:
    """Describe the node at the end of a path, visited or not."""
    node = naming.tree.node_at(path)
    if node is None:
        return why_unvisited(naming, steps.unvisited_fact(naming.run, naming.tree, path))
    return describe_node(naming, node)


def describe_node(naming: Naming, node: int) -> str:
    """Describe a visited node, with the remarks of a recorded engine."""
    sentence = describe_fact(naming, steps.fact_of_node(naming.run, naming.tree, node))
    return f"{sentence} {describe_remark(naming, node)}".strip()


def describe_threshold(naming: Naming, node: int) -> str:
    """Say which value of the next child would cut an inner node, or why no value can."""
    window = steps.window_fact_of(naming.run, naming.tree, node)
    if window is None:
        return explain_chance_threshold(naming, node)
    return explain_threshold(naming, window)


def describe_fact(naming: Naming, fact: steps.Fact) -> str:
    """Describe a fact in English."""
    return DESCRIBE_BY_FACT[type(fact)](naming, fact)


def describe_remark(naming: Naming, node: int, *, with_plan: bool = True) -> str:
    """Return a recorded engine's tags and notes on a node in sentences; "" if there are none.

    `with_plan` adds what the engine noted on entry to the node, such as the planned depth.
    """
    trace = naming.tree.trace
    if not (trace.engine_notes.entry_notes or trace.remarks):
        return ""
    sentences = []
    if with_plan:
        sentences.append(describe_entry_notes(naming, node))
    tags, note = naming.tree.remark(node)
    if tags:
        distinct_tags = dict.fromkeys(tags)
        sentences.append(f"Tagged {', '.join(distinct_tags)}.")
    if note:
        sentences.append(f"Note: {note}")
    return " ".join(filter(None, sentences))


def _describe_returned(naming: Naming, fact: steps.Returned) -> str:
    if naming.tree.bound(fact.node) in SAMPLE_BOUNDS:
        return describe_backup(naming, fact)
    return f"{describe_return(naming, fact, naming.view(fact.node))}."


DESCRIBE_BY_FACT: dict[type[steps.Fact], Callable[[Naming, Any], str]] = {
    steps.Entered: describe_entry,
    steps.ReturnedToParent: describe_return_to_parent,
    steps.Returned: _describe_returned,
    steps.KnownSoFar: describe_so_far,
    steps.Stopped: describe_stop,
    steps.CutFact: explain_cut,
    steps.Unvisited: why_unvisited,
    steps.Finished: describe_finish,
}
"""The function that describes each type of fact in English."""


MAX_NAMED_NODES = 20
"""Nodes listed of each type; the rest are counted."""


def node_type_lines(run: Run) -> Iterator[str]:
    """Yield a line about how much a better order of moves could save, and one per node type.

    The types are those of Knuth and Moore: PV, cut and all nodes. InputError if there is no proof,
    and so no types.
    """
    proof = proof_tree(run.trace)
    if proof is None:
        raise InputError(NO_PROOF)
    yield f"{capitalized(proof_words(proof))}."

    naming = Naming(run, TreeAtStep(run.trace))
    type_of_node = node_types(run.trace)
    for node_type in NodeType:
        nodes = sorted(node for node, its_type in type_of_node.items() if its_type is node_type)
        places = ", ".join(map(naming.place, nodes[:MAX_NAMED_NODES])) or "none"
        unnamed = len(nodes) - MAX_NAMED_NODES
        if unnamed > 0:
            places = f"{places} and {unnamed:,} more"
        yield f"{node_type.word}: {places}."
