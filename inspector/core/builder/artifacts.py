"""The four artifacts of a build, with ids that follow from what they hold."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Iterator

from inspector.core.builder.case import Case
from inspector.core.builder.drafts import Draft, lines_cut, lines_there
from inspector.core.builder.inputs import BuilderConfig
from inspector.core.builder.layout import PLAIN, Layout
from inspector.core.builder.outputs import (
    AllowedSecret,
    BlockMeta,
    BlockType,
    BudgetDecision,
    BudgetReport,
    BundleSelection,
    ContextBlock,
    ContextBundle,
    ContextManifest,
    ExcludedCandidate,
    Fingerprints,
    IncludedFile,
    InclusionReason,
    Redaction,
    RedactionReason,
    RedactionReport,
    RedactionType,
)
from inspector.core.builder.report import FitAction, Refusal, RefusalCode
from inspector.core.builder.signals import SignalKind
from inspector.core.canonical import fingerprint
from inspector.core.tokens import counter_version
from inspector.plurals import count_of
from inspector.project.index import Exclusion
from inspector.project.paths import in_bytes

FORMAT_VERSION = 2
"""Version of how bundles are built and written; part of the configuration's fingerprint."""

_NO_GRAMMAR = frozenset(
    (
        *("clj", "cljs", "cr", "d", "dart", "elm", "erl", "ex", "exs", "f90", "fs", "groovy", "hs"),
        *("jl", "kt", "kts", "lua", "m", "ml", "mm", "nim", "php", "pl", "pm", "ps1", "r", "rb"),
        *("scala", "sh", "sql", "svelte", "swift", "v", "vb", "vue", "zig"),
    )
)
"""Endings of source files in languages whose definitions are not read."""

_NAMESPACE = uuid.UUID("5f0c3c3e-8a55-5a0e-9d4f-6d3b6a2f1c47")
_IDS_AND_TIMES = ("bundle_id", "created_at", "correlation_id")

_REASONS = {
    Exclusion.DENY_RULE: RedactionReason.DENY_RULE,
    Exclusion.BINARY: RedactionReason.BINARY,
    Exclusion.SECRET_RISK: RedactionReason.SECRET,
    Exclusion.TOKEN_BUDGET: RedactionReason.BUDGET,
}


def config_fingerprint(
    config: BuilderConfig,
    scanner: str,
    estimator: str,
    commit: str | None = None,
    layout: Layout = PLAIN,
) -> str:
    """SHA-256 in hex over what decides beside the index and the request.

    ``commit`` is the newest of the history where one was read; ``layout`` counts where it is not
    the bare blocks.
    """
    laid_out = {"layout": [layout.form, layout.line_numbers]} if layout.form else {}
    return fingerprint(
        {
            "format": FORMAT_VERSION,
            "config": config.model_dump(mode="json"),
            "scanner": scanner,
            "estimator": estimator,
            "history": commit,
            **laid_out,
        }
    )


def bundle_of(case: Case) -> tuple[ContextBundle, str]:
    """The bundle and its fingerprint: over all of it but ids and times."""
    drafts = case.fitted.drafts if case.fitted else ()
    plain = ContextBundle(
        bundle_id="",
        created_at=case.request.created_at,
        purpose=case.request.purpose,
        correlation_id=correlation_of(case),
        model=case.request.model,
        blocks=tuple(_block(draft, "") for draft in drafts),
    )
    bare = plain.model_dump(mode="json")
    for name in _IDS_AND_TIMES:
        del bare[name]
    for block in bare["blocks"]:
        del block["block_id"]
    value = fingerprint(bare)
    blocks = tuple(_block(draft, _id(f"{value}:{place}")) for place, draft in enumerate(drafts))
    return plain.model_copy(update={"bundle_id": _id(value), "blocks": blocks}), value


def refused_fingerprint(case: Case, refusal: Refusal) -> str:
    """What stands for the bundle of a refused call: SHA-256 in hex over what led to the refusal."""
    request = case.request.model_dump(mode="json", exclude=set(_IDS_AND_TIMES))
    # As plain ASCII, because what is refused may be a text that canonical JSON does not carry.
    asked = json.dumps(request, sort_keys=True)
    return fingerprint({"refused": refusal.code, "request": asked, "index": case.index.fingerprint})


def manifest_of(case: Case, bundle_fingerprint: str, refusal: Refusal | None) -> ContextManifest:
    """What a reviewer reads: selection and fingerprints."""
    commit = case.history.commit if case.history else None
    measure = case.measure
    config = config_fingerprint(case.config, case.screen.name, measure.name, commit, measure.layout)
    return ContextManifest(
        bundle_id=_id(bundle_fingerprint),
        correlation_id=correlation_of(case),
        purpose=case.request.purpose,
        selection=_selection(case, refused=refusal is not None),
        fingerprints=Fingerprints(
            project_index_fingerprint=case.index.fingerprint,
            config_fingerprint=config,
            bundle_fingerprint=bundle_fingerprint,
        ),
        allowed_findings=tuple(
            AllowedSecret(
                id=one.id,
                path=case.safe(one.path),
                line=one.line,
                kind=one.kind,
                reason=case.safe(one.reason),
            )
            for one in case.screen.named
            if one.reason
        ),
    )


def correlation_of(case: Case) -> str:
    """The request's correlation id; without one the UUIDv5 of what the call was made of."""
    if case.request.correlation_id:
        return case.request.correlation_id
    request = case.request.model_dump(mode="json", exclude=set(_IDS_AND_TIMES))
    config = case.config.model_dump(mode="json")
    # As plain ASCII, because what is asked may be a text that canonical JSON does not carry.
    result_from = json.dumps([request, config, case.index.fingerprint], sort_keys=True)
    return _id(fingerprint({"inputs": result_from}))


def redactions_of(case: Case, bundle_fingerprint: str) -> RedactionReport:
    """Everything that was taken out, and why; places and kinds, never values."""
    found = sorted(_redactions(case), key=lambda one: in_bytes(one.target))
    return RedactionReport(bundle_id=_id(bundle_fingerprint), redactions=tuple(found))


def budget_of(case: Case, bundle_fingerprint: str, refusal: Refusal | None) -> BudgetReport:
    """Tokens, limits and the decision that follows from them.

    A call that was refused before anything was estimated has an estimate of 0.
    """
    limits = case.request.model
    tokens = case.fitted.tokens if case.fitted else 0
    if tokens > limits.hard_limit_tokens:
        decision = BudgetDecision.REFUSE_HARD_LIMIT
    elif tokens > limits.soft_limit_tokens:
        decision = BudgetDecision.WARN_SOFT_LIMIT
    else:
        decision = BudgetDecision.OK
    return BudgetReport(
        bundle_id=_id(bundle_fingerprint),
        estimated_input_tokens=tokens,
        max_input_tokens=limits.max_input_tokens,
        soft_limit_tokens=limits.soft_limit_tokens,
        hard_limit_tokens=limits.hard_limit_tokens,
        reserve_output_tokens=limits.response_token_reserve,
        decision=decision,
        notes=tuple(_notes(case, decision, refusal)),
    )


def _notes(case: Case, decision: BudgetDecision, refusal: Refusal | None) -> Iterator[str]:
    yield f"Token estimator: {counter_version(case.measure.name)}."
    if case.fitted is None:
        yield "Nothing was estimated: the call was refused before anything was fitted."
    yield f"Secret scanner: {case.screen.name}."
    yield from _unread_definitions(case)
    if case.config.signals is not None:
        weights = case.config.signals.model_dump(include={kind.value for kind in SignalKind})
        told = ", ".join(f"{name} {weight}" for name, weight in weights.items() if weight)
        read = f"; history up to {case.history.commit}" if case.history else ""
        yield f"Signals beside the document's scoring: {told or 'none'}{read}."
    if decision is BudgetDecision.WARN_SOFT_LIMIT and case.fitted:
        yield (
            f"Warning: {count_of(case.fitted.tokens, 'token')}, above the soft limit of"
            f" {case.request.model.soft_limit_tokens:,}."
        )
    for step in case.fitted.steps if case.fitted else ():
        if step.action is not FitAction.ESTIMATE:
            after = count_of(step.tokens_after, "token")
            yield f"Fit: {step.sentence} {step.tokens_before:,} to {after}."
    for override in case.config.deny_overrides:
        yield (
            f"The default rule {case.safe(override.pattern)} is taken back:"
            f" {case.safe(override.reason)}"
        )
    for let_in in case.config.ignored_overrides:
        yield (
            f"{case.safe(let_in.path)} may be sent although it is ignored:"
            f" {case.safe(let_in.reason)}"
        )
    for one in case.screen.named:
        if one.reason:
            place = f"{case.safe(one.path)}, line {one.line:,}"
            yield f"Allowed finding {one.id} ({one.kind}) in {place}: {case.safe(one.reason)}"
    if refusal is not None and refusal.code is not RefusalCode.CONTEXT_TOO_LARGE:
        yield f"Nothing is sent: {refusal.code}."


def _unread_definitions(case: Case) -> Iterator[str]:
    """Say how many files are in languages whose definitions are not read."""
    suffixes = Counter(
        suffix
        for path, file in case.index.files.items()
        if file.exclusion is None
        and file.language is None
        and (suffix := path.rpartition(".")[2].lower()) in _NO_GRAMMAR
    )
    if suffixes:
        told = ", ".join(f".{suffix} {count:,}" for suffix, count in sorted(suffixes.items()))
        number = count_of(sum(suffixes.values()), "file")
        yield f"Definitions are not read in {number} of languages without a grammar: {told}."


def _selection(case: Case, *, refused: bool) -> BundleSelection:
    request, targets = case.request, case.targets
    step = request.plan_step
    asked = {case.safe(target.path) for target in targets.found}
    missed = (*targets.outside, *targets.unknown, *targets.shut)
    asked |= {case.safe(path) for path, _ in missed if path}
    asked |= {case.safe(path) for path in targets.created}
    symbols = list(step.target_symbols if step else ())
    symbols += [one.symbol for one in request.user_selected_targets if one.symbol is not None]
    included = {} if refused else _included(case)
    excluded = {
        (case.safe(one.path), one.exclusion)
        for one in case.excluded.values()
        if one.path not in included and one.exclusion is not Exclusion.GONE
    }
    for removed in case.fitted.removed if case.fitted else ():
        if removed.draft.is_file and removed.draft.path not in included:
            excluded.add((removed.draft.path, Exclusion.TOKEN_BUDGET))
    return BundleSelection(
        target_files=tuple(sorted(asked, key=in_bytes)),
        target_symbols=tuple(case.safe(name) for name in dict.fromkeys(symbols)),
        included_files=tuple(included[path] for path in sorted(included, key=in_bytes)),
        excluded_candidates=tuple(
            ExcludedCandidate(path=path, reason=reason)
            for path, reason in sorted(excluded, key=lambda one: (in_bytes(one[0]), one[1]))
        ),
    )


def _included(case: Case) -> dict[str, IncludedFile]:
    """Files of which the bundle holds anything, also when it is the signature of one definition."""
    reasons = {ranked.path: ranked.reason for ranked in case.ranking}
    found: dict[str, IncludedFile] = {}
    for draft in case.fitted.drafts if case.fitted else ():
        if draft.path and not draft.created and (draft.is_file or draft.path not in found):
            found[draft.path] = IncludedFile(
                path=draft.path,
                hash=draft.meta.hash or "",
                encoding=draft.meta.encoding,
                byte_size=draft.meta.byte_size,
                reason=reasons.get(draft.path, InclusionReason.DEPENDENCY),
            )
    return found


def _redactions(case: Case) -> Iterator[Redaction]:
    for path, excluded in case.excluded.items():
        one = case.shown(excluded)
        removed = one.exclusion is Exclusion.SECRET_RISK and path in case.seen
        yield Redaction(
            type=RedactionType.BLOCK_REMOVED if removed else RedactionType.PATH_EXCLUDED,
            target=one.path,
            reason=_REASONS.get(one.exclusion, RedactionReason.POLICY),
            details=f"{one.exclusion}: {one.detail}" if one.detail else one.exclusion.value,
        )
    for draft, detail in case.withheld:
        yield _removed(draft.title, RedactionReason.SECRET, detail)
    if case.optional:
        number = count_of(len(case.optional), "candidate")
        yield _removed(
            "optional context",
            RedactionReason.POLICY,
            f"{number} of P3 not sent: the configuration does not include optional context.",
        )
    for left_out in case.fitted.removed if case.fitted else ():
        draft = left_out.draft
        details = f"{count_of(draft.needed, 'token')} of {draft.priority}, removed to fit."
        yield _removed(
            draft.path if draft.is_file else draft.title, RedactionReason.BUDGET, details
        )
    for draft in case.fitted.drafts if case.fitted else ():
        yield from _done_to(case, draft)


def _done_to(case: Case, draft: Draft) -> Iterator[Redaction]:
    target = draft.path if draft.is_file else draft.title
    if draft.redactions:
        yield Redaction(
            type=RedactionType.PATTERN_REDACTED,
            target=target,
            reason=RedactionReason.SECRET,
            details=case.seen[draft.subject].told,
        )
    if draft.cuts:
        details = f"{draft.level}: {lines_there(draft)}{lines_cut(draft)} cut."
        yield Redaction(
            type=RedactionType.CONTENT_SLICED,
            target=target,
            reason=RedactionReason.SECRET if draft.doubt else RedactionReason.BUDGET,
            details=f"{details} {draft.doubt}" if draft.doubt else details,
        )


def _removed(target: str, reason: RedactionReason, details: str) -> Redaction:
    return Redaction(
        type=RedactionType.BLOCK_REMOVED, target=target, reason=reason, details=details
    )


def _block(draft: Draft, block_id: str) -> ContextBlock:
    return ContextBlock(
        block_id=block_id,
        block_type=draft.block_type,
        priority=draft.priority,
        title=draft.title,
        content=draft.content,
        meta=_meta_of(draft),
    )


def _meta_of(draft: Draft) -> BlockMeta:
    if draft.block_type in {BlockType.FILE, BlockType.SYMBOL}:
        return draft.meta
    size = len(draft.content.encode("utf-8", "surrogatepass"))
    lines = len(draft.content.splitlines())
    return draft.meta.model_copy(update={"byte_size": size, "line_count": lines})


def _id(name: str) -> str:
    return str(uuid.uuid5(_NAMESPACE, name))
