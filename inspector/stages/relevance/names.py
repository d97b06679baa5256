"""The words for layers, states and facts, and the keys of what can be selected.

Labels wrap long names, which have no spaces.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from inspector.analysis.audit.finding import Working
from inspector.core.relevance import FactKind, Flip, Layer, NodeState
from inspector.core.relevance.vocabulary import show_value
from inspector.language import localized, tr


@dataclass(frozen=True, slots=True)
class LayerName:
    """What a layer is called, and what it does."""

    title: str
    help: str


LAYER_NAMES: Mapping[Layer, LayerName] = MappingProxyType(
    {
        Layer.MASK: LayerName(
            tr("Mask"), tr("Keeps the nodes that the mode's template uses; all others go out hard.")
        ),
        Layer.SIGNALS: LayerName(
            tr("Signals"),
            tr("Puts nodes out by rules about the conversation's signals, hard or soft."),
        ),
        Layer.URGENCY: LayerName(
            tr("Urgency"), tr("Forces its nodes in when urgency is high, hard exclusions too.")
        ),
        Layer.RECOVERY: LayerName(
            tr("Recovery"),
            tr("Lifts soft exclusions when the headroom is more than the threshold."),
        ),
        Layer.DEPENDENCIES: LayerName(
            tr("Depends"), tr("Brings in what included nodes depend on, to the end.")
        ),
        Layer.SAFETY: LayerName(
            tr("Safety"),
            tr("Forces a node in when one of its conditions holds; pulls no dependencies."),
        ),
        Layer.SAFEGUARD: LayerName(
            tr("Safeguard"), tr("Warns when very many nodes are included; takes nothing out.")
        ),
    }
)

STATE_WORDS: Mapping[NodeState, str] = MappingProxyType(
    {
        NodeState.ABSENT: tr("takes no part"),
        NodeState.INCLUDED: tr("included"),
        NodeState.OUT_HARD: tr("excluded"),
        NodeState.OUT_SOFT: tr("excluded (recoverable)"),
    }
)

_FACTS = {
    FactKind.MODE: tr("mode"),
    FactKind.URGENCY: tr("urgency"),
    FactKind.SILENCE: tr("returning from silence"),
    FactKind.BUDGET: tr("remaining budget"),
}


def layer_title(layer: Layer) -> str:
    """Return a layer's number and name, such as ``2 Signals``."""
    return f"{layer.value} {LAYER_NAMES[layer].title}"


def fact_title(flip: Flip) -> str:
    """Return what people call the fact that a flip varies; a signal is called by its name."""
    return _FACTS.get(flip.kind, flip.signal)


def fact_value(kind: FactKind, value: object) -> str:
    """Write a fact's value: numbers of tokens with separators, modes without quotes."""
    if kind is FactKind.BUDGET and isinstance(value, int):
        return localized(value)
    if kind in (FactKind.MODE, FactKind.URGENCY) and isinstance(value, str):
        return value
    return show_value(value)


def node_key(node: str, layer: Layer | None = None) -> str:
    """Return the key of a node, or of a node after one layer."""
    return f"node:{node}" if layer is None else f"cell:{layer.value}:{node}"


def flip_key(flip: Flip) -> str:
    """Return the key of a flip: the fact and the value it is tried at."""
    return f"flip:{flip.kind}:{flip.signal}={show_value(flip.value)}"


def rule_key(place: str) -> str:
    """Return the key of a rule by its JSON pointer."""
    return f"rule:{place}"


def node_of_key(key: str) -> str | None:
    """Return the node that a key is about; None for a key of something else."""
    kind, _, rest = key.partition(":")
    if kind == "node":
        return rest
    return rest.partition(":")[2] if kind == "cell" else None


def key_of_pointer(pointer: str, nodes: Container[str], rules: Sequence[str]) -> str:
    """Return the key of what a JSON pointer into a configuration is about, "" where there is none.

    That is the rule it points into, else the last of its steps that names a node.
    """
    for place in rules:
        if pointer == place or pointer.startswith(f"{place}/"):
            return rule_key(place)
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    named = [step for step in steps if step in nodes]
    return node_key(named[-1]) if named else ""


_LONG = 10  # characters; shorter names have room wherever they stand
_WORD = re.compile(r"\S+")
_JOINT = re.compile(r"([_/.:=-])(?=[^\s_/.:=-])")
_BREAK = "\u200b"  # of no width


def breakable(text: str) -> str:
    """Return a text whose long words may be wrapped after underscores, slashes and the like."""
    return _WORD.sub(_with_breaks, text)


def wrapping(step: Working) -> Working:
    """Return a line of an explanation whose texts may be wrapped so."""
    return Working(breakable(step.label), breakable(step.working), step.result)


def _with_breaks(word: re.Match[str]) -> str:
    return word[0] if len(word[0]) <= _LONG else _JOINT.sub(rf"\1{_BREAK}", word[0])
