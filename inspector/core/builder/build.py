"""Building a bundle: what a model may see of a project for one call, and why.

The same index, configuration, request, scanner and counter give the same bundle, byte for byte
(Builder INV-CONTEXT-2). Whatever is in doubt is out, and what cannot be left out refuses the call.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.core.arguments import require
from inspector.core.builder.candidates import find_candidates
from inspector.core.builder.case import Case, judge, learn, places_in_joined
from inspector.core.builder.fitting import fit
from inspector.core.builder.inputs import OPTIONAL_ROOM, BuilderConfig, BuildRequest, Purpose
from inspector.core.builder.layout import PLAIN, BlockCounter, Layout, UncountableBlockError
from inspector.core.builder.loading import Reader, ReadFile, read_files
from inspector.core.builder.outcome import report_of
from inspector.core.builder.outputs import Priority
from inspector.core.builder.ranking import rank
from inspector.core.builder.refusals import (
    ambiguous_targets,
    missing_step,
    missing_target,
    secret_risk,
    too_large,
    uncountable,
    unknown_targets,
    unsupported_targets,
)
from inspector.core.builder.report import BundleReport, Refusal, RefusedPlace
from inspector.core.builder.screen import Screen
from inspector.core.builder.signals import Signalled, fused, orders_of
from inspector.core.builder.targets import find_targets
from inspector.core.builder.text_blocks import (
    RequestBlock,
    created_blocks,
    intent_outline,
    other_texts,
    project_block,
    request_blocks,
    task_name,
)
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.tokens import TokenCounter, estimator
from inspector.plurals import count_of
from inspector.project import Refused
from inspector.project.commits import ProjectHistory
from inspector.project.findings import SecretScanner
from inspector.project.index import Exclusion, ProjectIndex
from inspector.project.reader import ProjectReader
from inspector.project.secrets import secret_scanner

BYTES_A_TOKEN = 4
"""By which files that are not read are estimated, to say whether they might fit."""

ESTIMATOR = "discipline"
"""The estimator without another choice: a token for every four UTF-16 units."""


_RESERVE = Problem(
    Severity.ERROR,
    "builder.reserve-over-limit",
    "The reserve for the response is more than the model takes, so that nothing can be sent.",
    "Lower the reserve, or raise the model's limit.",
    Place(pointer=pointer("model", "response_token_reserve")),
)


def build_bundle(
    step: BuildRequest,
    index: ProjectIndex,
    *,
    config: BuilderConfig | None = None,
    tokens: TokenCounter | None = None,
    scanner: SecretScanner | None = None,
    reader: Reader | None = None,
    finding_key: bytes | None = None,
    history: ProjectHistory | None = None,
    layout: Layout = PLAIN,
) -> BundleReport:
    """Build the bundle of one call, or say why there is none.

    Files are read again, from the index's root unless ``reader`` says otherwise; what they hold now
    decides. ``config`` is what the index was made with. Without a ``scanner`` the one with all
    rules is made anew, which takes seconds: whoever builds more than once keeps one. Without a
    ``finding_key`` findings have no ids, and none is allowed. ``history`` is read only where
    ``config`` has signals. ``layout`` says how the text is laid out; what it adds is fitted, too.
    Raises ``TypeError`` for an argument of another type.
    """
    require(BuildRequest, step=step)
    require(ProjectIndex, index=index)
    require(BuilderConfig | None, config=config)
    require(TokenCounter | None, tokens=tokens)
    require(SecretScanner | None, scanner=scanner)
    require(Reader | None, reader=reader)
    require(bytes | None, finding_key=finding_key)
    require(ProjectHistory | None, history=history)
    require(Layout, layout=layout)
    rules = BuilderConfig() if config is None else config
    case = Case(
        step,
        index,
        rules,
        BlockCounter(
            estimator(ESTIMATOR) if tokens is None else tokens,
            replace(layout, task=task_name(step)),
        ),
        Screen(
            secret_scanner() if scanner is None else scanner,
            {one.id: one.reason for one in rules.allowed_findings},
            finding_key,
        ),
        history if rules.signals is not None and rules.signals.co_change else None,
    )
    files = ProjectReader(index.root, rules) if reader is None else reader
    return report_of(case, _collect(case, files) or _fit(case))


def _collect(case: Case, reader: Reader) -> Refusal | None:
    """Find, read and screen everything that could be sent."""
    request = case.request
    limits = request.model
    if limits.response_token_reserve > limits.max_input_tokens:
        case.problems.append(_RESERVE)
    blocks = request_blocks(request)
    case.drafts = [block.draft for block in blocks]
    broken = _broken_text(case, blocks)
    if broken is not None:
        return uncountable(broken, case.measure.name)
    if request.purpose is Purpose.DIFF and request.plan_step is None:
        return missing_step()
    files: list[ReadFile] = []
    if request.purpose is Purpose.INTENT:
        _tell_unused(case)
    else:
        refusal = _find_targets(case) or _wrongly_new(case, reader) or _find_candidates(case)
        if refusal is not None:
            return refusal
        files, refusal = _read(case, reader)
        if refusal is not None:
            return refusal
    blocks += created_blocks(case.targets.created)
    learn(case, blocks, files)
    refusal = _keep_out_secret_paths(case)
    if refusal is not None:
        return refusal
    files = [file for file in files if file.path not in case.excluded]
    summaries = [] if request.purpose is Purpose.DIFF else [project_block(case.index)]
    outline = intent_outline(request, case.index, case.targets.found)
    if outline is not None:
        summaries.append(outline)
    places = judge(case, blocks, files, summaries)
    return secret_risk(places, case.targets.paths) if places else None


def _find_targets(case: Case) -> Refusal | None:
    targets = case.targets = find_targets(case.request, case.index)
    for asked, detail in targets.outside:
        case.exclude(asked, Exclusion.OUTSIDE_SANDBOX, detail, priority=Priority.P0)
    for path, folder in targets.shut:
        detail = f"below {folder.path}: {folder.detail}"
        case.exclude(path, folder.exclusion or Exclusion.DENY_RULE, detail, priority=Priority.P0)
    for asked, path in targets.duplicates:
        case.exclude(asked, Exclusion.DUPLICATE, path, priority=Priority.P0)
    shut = [case.excluded[path] for path, _ in (*targets.outside, *targets.shut)]
    for name in targets.new_symbols:
        case.tell("new-symbol", f"No file defines {case.safe(name)} yet: taken for a new symbol.")
    refusals = []
    if shut:
        refusals.append(unsupported_targets(case, shut))
    if targets.unknown:
        refusals.append(unknown_targets(case, targets.unknown))
    if targets.ambiguous:
        refusals.append(ambiguous_targets(case, targets.ambiguous))
    if case.request.purpose is Purpose.DIFF and not (targets.found or targets.created or refusals):
        refusals.append(missing_target())
    for also in refusals[1:]:
        case.warn(also.reason.code, also.sentence)
    return refusals[0] if refusals else None


def _wrongly_new(case: Case, reader: Reader) -> Refusal | None:
    """Look at the places of files that are to be created: the disk decides, not the index."""
    there, shut = [], []
    for path in case.targets.created:
        found = reader.read(path)
        if isinstance(found, Refused) and found.exclusion is Exclusion.DENY_RULE:
            case.exclude(path, found.exclusion, found.detail, priority=Priority.P0)
            shut.append(case.excluded[path])
        elif not isinstance(found, Refused) or found.exclusion is not Exclusion.GONE:
            there.append((path, f"the file {path}, which is newer than the index"))
    if shut:
        return unsupported_targets(case, shut)
    return unknown_targets(case, there) if there else None


def _find_candidates(case: Case) -> Refusal | None:
    """Find candidates, keep out what hard rules exclude, and rank the rest."""
    active = case.request.active_file
    targets = case.targets
    case.candidates = find_candidates(
        case.index, targets.found, case.config, active, _signals(case), targets.created
    )
    refusal = _keep_out_secret_paths(case)
    if refusal is not None:
        return refusal
    for candidate in case.candidates:
        file = candidate.file
        if file.exclusion is not None:
            case.exclude(candidate.path, file.exclusion, file.detail, priority=candidate.priority)
    refusal = _excluded_targets(case)
    if refusal is not None:
        return refusal
    for file in case.index.files.values():
        if file.exclusion is Exclusion.OUTSIDE_SANDBOX:  # such as a link: nobody shall miss it
            case.exclude(file.path, file.exclusion, file.detail)
    _rank(case)
    return None


def _keep_out_secret_paths(case: Case) -> Refusal | None:
    """Keep out candidates whose path is or may be a secret, by itself or known from a text.

    No other candidate names one as what leads to it.
    """
    targets = case.targets.paths
    secret = case.screen.secret_among(one.path for one in case.candidates)
    secret |= {path for path in targets if case.screen.findings(path)}
    if not secret:
        return None
    kept = []
    for candidate in case.candidates:
        if candidate.path in secret:
            detail = "its path may hold a secret"
            case.exclude(candidate.path, Exclusion.SECRET_RISK, detail, priority=candidate.priority)
        else:
            on_the_way = {
                path for one in candidate.via for path in (one.source_path, one.target_path)
            }
            kept.append(replace(candidate, via=()) if on_the_way & secret else candidate)
    case.candidates = tuple(kept)
    _rank(case)
    places = [place for path in sorted(secret & targets) for place in _in_path(case, path)]
    return secret_risk(places, frozenset()) if places else None


def _rank(case: Case) -> None:
    case.candidates = tuple(one for one in case.candidates if one.path not in case.excluded)
    case.ranking = rank(case.candidates)
    if not case.config.include_optional:
        case.optional = tuple(one for one in case.ranking if one.priority is Priority.P3)


def _signals(case: Case) -> Mapping[str, Signalled]:
    weights = case.config.signals
    if weights is None:
        return {}
    orders = orders_of(case.index, case.targets.found, case.request, case.history)
    return fused(orders, weights)


def _excluded_targets(case: Case) -> Refusal | None:
    paths = sorted(case.targets.paths & case.excluded.keys())
    return unsupported_targets(case, [case.excluded[path] for path in paths]) if paths else None


def _read(case: Case, reader: Reader) -> tuple[list[ReadFile], Refusal | None]:
    optional = {one.path for one in case.optional}
    wanted = [one for one in case.ranking if one.path not in optional]
    files, failed = read_files(wanted, case.candidates, reader)
    for one in failed:
        priority = one.candidate.priority
        case.exclude(one.candidate.path, one.exclusion, one.detail, priority=priority)
    refusal = _excluded_targets(case)
    if refusal is not None:
        return [], refusal
    lost: list[tuple[str, str]] = []
    for file in files:
        if file.changed:
            case.tell(
                "file-changed",
                "The file has changed since the project was indexed; it is read as it is now.",
                "Index the project again.",
                path=file.path,
            )
        names = {symbol.qualified_name for symbol in file.symbols}
        target = file.candidate.target
        lost += [
            (file.path, f"the symbol {name} in {file.path}")
            for name in (target.symbols if target else ())
            if name not in names
        ]
    return files, unknown_targets(case, lost) if lost else None


def _fit(case: Case) -> Refusal | None:
    """Fit what was found into the limit, and look at the finished text once more."""
    limits = case.request.model
    try:
        drafts = case.measure.counted_whole(case.drafts)
        signals = case.config.signals is not None
        case.fitted = fit(drafts, limits, case.measure, short_targets=signals)
    except UncountableBlockError as error:
        return uncountable(error.title, case.measure.name)
    fitted = case.fitted
    if not fitted.fits:
        return too_large(fitted.drafts, case.measure, fitted.tokens, limits)
    _tell_room(case, limits.hard_limit_tokens - fitted.tokens)
    whole = case.measure.layout.whole(fitted.drafts)
    places = places_in_joined(case, fitted.drafts, whole)
    return secret_risk(places, case.targets.paths) if places else None


def _tell_room(case: Case, room: int) -> None:
    """Say what optional context would add where there is room for some of it."""
    would_fit, tokens = 0, 0
    for one in case.optional:
        size = math.ceil(one.byte_size / BYTES_A_TOKEN)
        if tokens + size <= room:
            would_fit, tokens = would_fit + 1, tokens + size
    if would_fit:
        case.problems.append(
            Problem(
                Severity.NOTE,
                OPTIONAL_ROOM,
                f"{count_of(room, 'token')} are free, and {count_of(would_fit, 'file')} of optional"
                f" context, about {count_of(tokens, 'token')}, would fit.",
                "Send optional context (P3): --optional, or the button above the bar.",
                Place(pointer=pointer("config", "include_optional")),
            )
        )


def _broken_text(case: Case, blocks: Sequence[RequestBlock]) -> str | None:
    """What holds half a character (a lone surrogate), which no artifact could carry."""
    named = [(block.draft.title, block.draft.content) for block in blocks]
    for name, text in (*named, *other_texts(case.request)):
        try:
            text.encode()
        except UnicodeEncodeError:
            return name
    return None


def _tell_unused(case: Case) -> None:
    request = case.request
    if request.plan_step is not None or request.user_selected_targets:
        case.tell(
            "targets-unused",
            "A call for the intent gets facts about the project only; step and targets are unused.",
            "Choose the purpose plan or diff to send files.",
        )


def _in_path(case: Case, path: str) -> list[RefusedPlace]:
    shown = case.safe(path)
    return [RefusedPlace(f"the path {shown}", kind=one.kind) for one in case.screen.findings(path)]
