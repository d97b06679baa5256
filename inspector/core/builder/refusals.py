"""The refusals, with what a person can do about each (Builder, failure modes)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inspector.core.builder.case import Case, Excluded
from inspector.core.builder.drafts import Draft
from inspector.core.builder.inputs import ModelLimits
from inspector.core.builder.layout import BlockCounter
from inspector.core.builder.outputs import Priority
from inspector.core.builder.report import Advice, Refusal, RefusalCode, RefusedPlace, Remedy
from inspector.core.builder.targets import Ambiguous
from inspector.core.reasons import Reason
from inspector.plurals import count_of
from inspector.project.index import Exclusion
from inspector.project.paths import in_bytes
from inspector.project.rules import NEVER_SENT

_SIZES = 12
"""Definitions whose sizes a sentence tells."""

_CHOICES = 8
"""Definitions of a target that a person may choose instead, the smallest first."""

_NAMED = 3
"""Names that a sentence tells before it only counts the rest."""

_OTHER_RULES = frozenset({Exclusion.DENY_RULE, Exclusion.TOO_LARGE})


def missing_step() -> Refusal:
    """A diff without a plan step."""
    advice = Advice(Remedy.GIVE_STEP, "Give the request a plan step that names what to change.")
    reason = Reason.MISSING_STEP
    return Refusal(RefusalCode.MISSING_STEP, reason, reason.template, (), (advice,))


def missing_target() -> Refusal:
    """A diff that names nothing to work on."""
    advice = Advice(Remedy.GIVE_TARGET, "Name a target file or a target symbol in the plan step.")
    reason = Reason.MISSING_TARGET
    return Refusal(RefusalCode.MISSING_TARGET, reason, reason.template, (), (advice,))


def unknown_targets(case: Case, unknown: Sequence[tuple[str, str]]) -> Refusal:
    """Targets that the index does not have, each as a path ("" for none) and what it is."""
    names = [case.safe(what) for _, what in unknown]
    return Refusal(
        RefusalCode.UNKNOWN_TARGET,
        Reason.UNKNOWN_TARGET,
        Reason.UNKNOWN_TARGET.template.format(name=listed(names)),
        tuple(
            RefusedPlace(case.safe(path), name=name)
            for (path, _), name in zip(unknown, names, strict=True)
        ),
        (
            Advice(Remedy.INDEX_AGAIN, "Index the project again if it has changed."),
            Advice(Remedy.GIVE_TARGET, "Name a file or a definition that the index has."),
        ),
    )


def unsupported_targets(case: Case, excluded: Iterable[Excluded]) -> Refusal:
    """Targets that hard rules keep out, or that cannot be read."""
    targets = [case.shown(one) for one in excluded]
    whys = [_why_excluded(one) for one in targets]
    advice = [Advice(Remedy.GIVE_TARGET, "Choose another target, or take this one out.")]
    for one in targets:
        rule = one.detail.rpartition(": ")[2]  # of a folder above it, behind its path
        if one.exclusion is Exclusion.DENY_RULE and rule in NEVER_SENT:
            sentence = f"Take the default rule {rule} back, with a reason, if it may be sent."
            advice.append(Advice(Remedy.OVERRIDE_RULE, sentence, one.path, rule=rule))
        elif one.exclusion in _OTHER_RULES:
            sentence = f"Change the rule that keeps {one.path} out, if it may be sent."
            advice.append(Advice(Remedy.CHANGE_RULES, sentence, one.path))
        elif one.exclusion is Exclusion.GONE:
            advice.append(Advice(Remedy.INDEX_AGAIN, "Index the project again.", one.path))
    return Refusal(
        RefusalCode.UNSUPPORTED_TARGET,
        Reason.UNSUPPORTED_TARGET,
        Reason.UNSUPPORTED_TARGET.template.format(
            name=listed([one.path for one in targets]), why=listed(list(dict.fromkeys(whys)))
        ),
        tuple(RefusedPlace(one.path, kind=one.exclusion) for one in targets),
        tuple(advice),
    )


def _why_excluded(one: Excluded) -> str:
    kind = one.exclusion.replace("_", " ")
    return f"{kind}: {one.detail}" if one.detail and one.detail != kind else kind


def ambiguous_targets(case: Case, names: Sequence[Ambiguous]) -> Refusal:
    """Names with several definitions; the places are what to choose from."""
    places = [
        RefusedPlace(
            case.safe(symbol.path), symbol.start_line, case.safe(symbol.qualified_name), symbol.kind
        )
        for name in names
        for symbol in name.places
    ]
    numbers = sum(len(name.places) for name in names)
    return Refusal(
        RefusalCode.AMBIGUOUS_TARGET,
        Reason.AMBIGUOUS_TARGET,
        Reason.AMBIGUOUS_TARGET.template.format(
            name=listed([case.safe(name.name) for name in names]), count=numbers
        ),
        tuple(places),
        tuple(
            Advice(
                Remedy.CHOOSE_DEFINITION,
                f"Choose {place.name} in {place.path}, line {place.line}.",
                place.path,
                place.name,
            )
            for place in places
        ),
    )


def secret_risk(places: Iterable[RefusedPlace], files: frozenset[str]) -> Refusal:
    """Secrets in what cannot be left out. ``files`` are the paths among the places."""
    found = tuple(
        sorted(set(places), key=lambda one: (in_bytes(one.path), one.line or 0, one.kind))
    )
    names = [
        f"{place.path}, line {place.line}" if place.line is not None else place.path
        for place in found
    ]
    advice = []
    for path in dict.fromkeys(place.path for place in found):
        if path in files:
            advice += [
                Advice(Remedy.MOVE_SECRET, f"Move the secret out of {path}.", path),
                Advice(Remedy.ADD_DENY_RULE, f"Deny {path} and choose another target.", path),
            ]
        else:
            advice.append(Advice(Remedy.CHANGE_REQUEST, f"Take the secret out of {path}."))
    return Refusal(
        RefusalCode.SECRET_RISK,
        Reason.SECRET_RISK,
        Reason.SECRET_RISK.template.format(
            name=listed(names), kinds=", ".join(sorted({place.kind for place in found}))
        ),
        found,
        tuple(advice),
    )


def too_large(
    drafts: Sequence[Draft], measure: BlockCounter, tokens: int, limits: ModelLimits
) -> Refusal:
    """A context above the hard limit after every step of fitting.

    What comes first is to narrow the scope: which symbols the targets have, with their sizes, and
    whether none of them fits. One is offered by itself only where that may be enough.
    """
    targets = [draft for draft in drafts if draft.is_file and draft.priority is Priority.P0]
    sizes = {draft.path: _sizes(draft, measure) for draft in targets}
    around = {draft.path: draft.tokens - measure.count(draft.content) for draft in targets}
    least = {
        draft.path: min(
            [draft.tokens, *(size + around[draft.path] for _, size in sizes[draft.path])]
        )
        for draft in targets
    }
    room = limits.hard_limit_tokens - tokens + sum(draft.tokens for draft in targets)
    advice = []
    for draft in targets:
        left = room - sum(least.values()) + least[draft.path]
        there = [one for one in sizes[draft.path] if one[1] + around[draft.path] <= left]
        if not draft.symbols:
            sentence = (
                f"Name the symbols in {draft.name} that are meant, so that only they are sent"
            )
            told = f": it has {_listed_sizes(sizes[draft.path])}" if sizes[draft.path] else ""
            told += "; none of them fits by itself" if told and not there else ""
            advice.append(Advice(Remedy.NAME_SYMBOL, f"{sentence}{told}.", draft.path))
        advice += [
            Advice(
                Remedy.NAME_SYMBOL,
                f"Send only {name} of {draft.name}: about {count_of(size, 'token')}.",
                draft.path,
                name,
            )
            for name, size in there[:_CHOICES]
        ]
    if len(targets) > 1 and min(least.values()) <= room:
        sentence = f"Work on fewer than {count_of(len(targets), 'target')} at a time."
        advice.append(Advice(Remedy.NAME_FEWER_TARGETS, sentence))
    needed = tokens + limits.response_token_reserve
    advice.append(
        Advice(Remedy.RAISE_LIMIT, f"Use a model that takes {count_of(needed, 'token')} or more.")
    )
    return Refusal(
        RefusalCode.CONTEXT_TOO_LARGE,
        Reason.CONTEXT_TOO_LARGE,
        Reason.CONTEXT_TOO_LARGE.template.format(
            needed=f"{tokens:,}", left=f"{limits.hard_limit_tokens:,}"
        ),
        tuple(RefusedPlace(draft.path) for draft in targets),
        tuple(advice),
    )


def _sizes(draft: Draft, measure: BlockCounter) -> list[tuple[str, int]]:
    """The definitions that a target could be narrowed to, each with its tokens, the largest last.

    Where some are named already, those inside them.
    """
    lines = draft.whole.split("\n")
    named = {symbol.qualified_name for symbol in draft.symbols}
    found: dict[str, int] = {}
    for symbol in draft.defined:
        name = symbol.qualified_name
        if named and not any(name.startswith(f"{outer}.") for outer in named):
            continue
        text = "\n".join(lines[symbol.start_line - 1 : symbol.end_line])
        found[name] = found.get(name, 0) + measure.count(text)
    return sorted(found.items(), key=lambda one: (one[1], one[0]))


def _listed_sizes(sizes: Sequence[tuple[str, int]]) -> str:
    told = [f"{name} ({size:,})" for name, size in sizes[:_SIZES]]
    more = len(sizes) - _SIZES
    return ", ".join([*told, f"{more:,} more"] if more > 0 else told) + " tokens"


def uncountable(name: str, counter: str) -> Refusal:
    """A text that has no token count."""
    reason = Reason.BUNDLE_UNCOUNTABLE
    advice = Advice(Remedy.CHANGE_REQUEST, "Take out halves of characters (lone surrogates).")
    return Refusal(
        RefusalCode.UNCOUNTABLE_TEXT,
        reason,
        reason.template.format(name=name, counter=counter),
        (RefusedPlace(name),),
        (advice,),
    )


def listed(names: Sequence[str]) -> str:
    """Names as they stand in a sentence: the first few, then the number of the others."""
    told, more = list(names[:_NAMED]), len(names) - _NAMED
    if more > 0:
        told.append(count_of(more, "other"))
    return " and ".join((", ".join(told[:-1]), told[-1])) if len(told) > 1 else "".join(told)
