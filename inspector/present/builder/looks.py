"""How fates and priorities are drawn: a colour and a shape or pattern each."""

from __future__ import annotations

from dataclasses import replace

from inspector.core.builder.fates import FateKind
from inspector.core.builder.outputs import Priority
from inspector.language import tr
from inspector.present.builder.names import FATE_WORDS
from inspector.present.palette import Colors, Look, Shape

# The verdict whose colour a fate has, and its own shape.
_FATES = {
    FateKind.INCLUDED: ("included", Shape.DISC),
    FateKind.SLICED: ("reduced", Shape.HALF),
    FateKind.REDACTED: ("suppressed", Shape.DIAMOND),
    FateKind.REMOVED: ("dropped", Shape.RING),
    FateKind.OPTIONAL: ("dropped", Shape.DOTTED),
    FateKind.EXCLUDED: ("excluded", Shape.CROSS),
    FateKind.REFUSED: ("refused", Shape.STOP),
    FateKind.NO_CANDIDATE: ("balance", Shape.DOTTED),
}

PRIORITY_FILLS = {
    Priority.P0: "verdict:reduced-fill",
    Priority.P1: "verdict:included-fill",
    Priority.P2: "part:listed-fill",
    Priority.P3: "verdict:suppressed-fill",
}
"""The colour of a priority's blocks, as pictures name it."""

PRIORITY_TITLES = {
    Priority.P0: tr("P0 required"),
    Priority.P1: tr("P1 direct dependency"),
    Priority.P2: tr("P2 around"),
    Priority.P3: tr("P3 optional"),
}


def fate_look(colors: Colors, kind: FateKind) -> Look:
    """Return the look of a fate."""
    verdict, shape = _FATES[kind]
    return replace(colors.verdicts[verdict], shape=shape)


def fate_looks(colors: Colors) -> dict[str, Look]:
    """Return the looks by what people call the fates, for tables."""
    return {FATE_WORDS[kind]: fate_look(colors, kind) for kind in FateKind}
