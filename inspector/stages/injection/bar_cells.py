"""What the budget bar consists of: cells of cards, files and what closes the sum, and tracks.

Tracks say below the divider what other splits do.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.divider import SplitRecall
from inspector.analysis.not_included import ExclusionCause, NotIncluded
from inspector.analysis.tuning.split import Splits
from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.card import ENTITY, INTERACTION_POLICY, PROCEDURE
from inspector.core.injection.card_rows import TIER_LABELS, VERDICT_LABELS, CardRows, verdict_code
from inspector.core.injection.materialization import BackgroundChoice, Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Reason, Verdict
from inspector.language import in_sentence_case, tr, tr_n
from inspector.present.cells import Run, SpokenSegment, run_of
from inspector.present.drawing import PART_LOOKS, Box, part_box
from inspector.present.reason_text import why_in_few_words
from inspector.present.shares import shown_share, split_text

_TITLES = {
    "knowledge": tr("knowledge budget"),
    "bucket": tr("file budget"),
    "entity": tr("entity cards"),
    "other": tr("other cards"),
    "procedure": tr("procedures"),
    "interaction_policy": tr("interaction policies"),
    "background": tr("bucket summaries"),
    "inlined": tr("files in full text"),
    "listed": tr("files by title only"),
    "overhead": tr("overhead (headings, separators)"),
    "released": why_in_few_words(Reason.RELEASED),
    "unused": tr("unused"),
    "unallocated": tr("unallocated (rounding)"),
    **{cause.code: in_sentence_case(tr(cause.title)) for cause in ExclusionCause},
    "duplicated": tr("duplicated"),
    "met": tr("all expectations met"),
    "partly_met": tr("met in a part of the pixel"),
    "unmet": tr("some expectations met"),
}
GROUPS = tuple(_TITLES)
"""What a cell is: parts of the palette."""
CARD_GROUPS = (ENTITY, "other", PROCEDURE, INTERACTION_POLICY)
"""Kinds of cards in the order of the bar."""

_REDUCED = verdict_code(Verdict.REDUCED)


def group_title(group: str) -> str:
    """Return what people call a group of cells."""
    return _TITLES[group]


def pieces(*rows: tuple[int, str, str, str]) -> list[SpokenSegment]:
    """Return cells that are no candidates, with their groups as their words; none without tokens.

    Each is said as tokens, group, name and key.
    """
    found = []
    for tokens, group, name, key in rows:
        if tokens > 0:
            label = tr("{title}: {tokens:,} tokens", title=_TITLES[group], tokens=tokens)
            found.append(SpokenSegment(key, name, label, group, tokens))
    return found


def injected_cards(report: InjectionReport) -> Run:
    """Return the cards that are in, by kind and then by relevance."""
    cards, choice = report.prepared.cards, report.tiers
    kinds = cards.columns.kinds
    # A card without a kind has the last code of all, which indexes the last place.
    place_of_code = np.array(
        [
            CARD_GROUPS.index(kind if kind in CARD_GROUPS else "other")
            for kind in (*kinds.vocabulary, "")
        ],
        dtype=np.uint8,
    )
    places = place_of_code[kinds.codes[cards.order[choice.ranks]]]
    by_group = np.argsort(places, kind="stable")
    ranks = choice.ranks[by_group]
    tokens = cards.costs[choice.ranks, choice.tiers][by_group]
    short = CardRows(report, ranks).verdicts == _REDUCED
    return _cards(report, ranks, tokens, places[by_group], CARD_GROUPS, short)


def _cards(
    report: InjectionReport,
    ranks: Int64,
    tokens: Int64,
    parts: npt.NDArray[np.uint8],
    names: tuple[str, ...],
    short: Bools,
) -> Run:
    cards = report.prepared.cards
    columns = cards.columns

    def cell(place: int) -> SpokenSegment:
        row = int(cards.order[int(ranks[place])])
        one = CardRows(report, ranks[place : place + 1])
        words = [columns.kinds[row] or "card", VERDICT_LABELS[int(one.verdicts[0])]]
        if one.tiers[0]:
            words.append(TIER_LABELS[int(one.tiers[0])])
        taken = int(tokens[place])
        said = tr("{names} · {tokens:,} tokens", names=" · ".join(words), tokens=taken)
        key, group = f"card:{columns.node_ids[row]}", names[int(parts[place])]
        return SpokenSegment(key, columns.names[row], said, group, taken)

    def place_of(key: str) -> int | None:
        kind, _, node_id = key.partition(":")
        row = columns.row_of.get(node_id) if kind == "card" else None
        if row is None:
            return None
        found = np.flatnonzero(ranks == cards.rank_of_row[row])
        return int(found[0]) if len(found) else None

    return Run(tokens.astype(np.float64), parts, short, names, cell, place_of)


_FORMS = {Mode.INLINED: ("inlined", tr("full text")), Mode.LISTED: ("listed", tr("title only"))}


def files_in(report: InjectionReport, mode: Mode) -> Run:
    """Return the files that are in by a mode, in the order of their turn."""
    columns = report.file_rows.columns
    places = columns.of(mode)
    group, words = _FORMS[mode]
    return _files(report, places, columns.tokens[places], group, words)


def _files(
    report: InjectionReport,
    places: npt.NDArray[np.intp],
    tokens: Int64,
    group: str,
    words: str,
) -> Run:
    files = report.prepared.files

    def cell(place: int) -> SpokenSegment:
        counted, taken = files[int(places[place])].counted, int(tokens[place])
        label = tr("file · {words} · {tokens:,} tokens", words=words, tokens=taken)
        return SpokenSegment(f"file:{counted.subject}", counted.file.title, label, group, taken)

    def place_of(key: str) -> int | None:
        kind, _, subject = key.partition(":")
        if kind != "file":
            return None
        keys = (files[at].counted.subject for at in places.tolist())
        return next((place for place, one in enumerate(keys) if one == subject), None)

    count = len(places)
    zeros = np.zeros(count, dtype=np.uint8)
    sizes = tokens.astype(np.float64)
    return Run(sizes, zeros, zeros.astype(np.bool_), (group,), cell, place_of)


def summary_cell(
    report: InjectionReport, one: BackgroundChoice, tokens: int, group: str
) -> SpokenSegment:
    """Return a bucket's background as a cell."""
    bucket = report.prepared.counted.buckets[one.bucket_index].bucket
    return SpokenSegment(
        f"background:{bucket.bucket_id}",
        tr("Background of {bucket_title}", bucket_title=bucket.bucket_title),
        tr("background · {verdict} · {tokens:,} tokens", verdict=one.verdict, tokens=tokens),
        group,
        tokens,
    )


def kept_out(report: InjectionReport, out: NotIncluded) -> list[Run]:
    """Return what a cause keeps out: the first of its cards, what is more, summaries and files."""
    group, zeros = out.cause.code, np.zeros(len(out.ranks), dtype=np.uint8)
    short = zeros.astype(np.bool_)
    rest, more = out.cards - len(out.ranks), out.card_tokens - int(out.card_costs.sum())
    others = [summary_cell(report, one, tokens, group) for one, tokens in out.summaries]
    if more:
        label = tr("{rest:,} more cards, {more:,} tokens", rest=rest, more=more)
        others.insert(0, SpokenSegment("", "", label, group, more))
    runs = []
    if len(out.ranks):
        runs.append(_cards(report, out.ranks, out.card_costs, zeros, (group,), short))
    if others:
        runs.append(run_of(others))
    if out.files:
        runs.append(_files(report, out.places, out.file_tokens, group, group_title(group)))
    return runs


# Tracks ---------------------------------------------------------------------------------------

_LEAST = 3  # pixels of the split with the least recall


def met_items(splits: Splits, left: float, top: float, width: float, height: float) -> list[Box]:
    """Return how many expectations are met at each split: green for all, hatched for a part.

    Pieces of the split may be thousands; a column of pixels says the best and the worst of what it
    covers, so nothing between two pixels is lost and nothing is claimed that holds for a part only.
    """
    pixels, shares = _pixels(left, width)
    first = np.searchsorted(splits.starts, shares[0], side="right") - 1
    last = np.searchsorted(splits.starts, shares[1], side="left") - 1
    first, last = np.maximum(first, 0), np.maximum(last, np.maximum(first, 0))
    padded = np.append(splits.met.met, splits.met.met[-1])  # the last stretch has an end, too
    bounds = np.stack([first, last + 1], axis=1).ravel()
    best = np.maximum.reduceat(padded, bounds)[::2]
    worst = np.minimum.reduceat(padded, bounds)[::2]
    changed = (best[1:] != best[:-1]) | (worst[1:] != worst[:-1])
    starts = np.concatenate([[0], np.flatnonzero(changed) + 1]).tolist()
    drawn = []
    for start, stop in zip(starts, [*starts[1:], len(pixels)], strict=True):
        most, least = int(best[start]), int(worst[start])
        part = "unmet"
        if most == splits.met.expected:
            part = "met" if least == most else "partly_met"
        high = max(1.0, round(height * most / splits.met.expected))
        look = PART_LOOKS[part]
        place = (float(pixels[start]), top + height - high, float(stop - start), high)
        drawn.append(Box(*place, look.fill, look.pattern, line=1))
    return drawn


def _pixels(left: float, width: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the whole pixels of an axis, and the shares where each begins and ends."""
    begin, end = round(left), round(left + width)
    pixels = np.arange(begin, max(end, begin + 1))
    shares = np.clip((np.stack([pixels, pixels + 1]) - left) / max(width, 1.0), 0.0, 1.0)
    return pixels, shares


def recall_items(
    recall: SplitRecall, left: float, top: float, width: float, height: float
) -> Iterator[Box]:
    """Yield the mean recall of a corpus: green where no split has more, grey elsewhere.

    Heights go from the least recall of any split to the most, so that what a split is worth can be
    seen where all have nearly the same.
    """
    pixels, shares = _pixels(left, width)
    found = recall.at(shares.mean(axis=0))
    starts = np.concatenate([[0], np.flatnonzero(np.diff(found)) + 1]).tolist()
    for start, stop in zip(starts, [*starts[1:], len(pixels)], strict=True):
        least, best = recall.least, recall.best
        part = 1.0 if best == least else (found[start] - least) / (best - least)
        high = _LEAST + round(float(part) * (height - _LEAST))
        name = "met" if found[start] == best else "unmet"
        yield part_box(float(pixels[start]), top + height - high, float(stop - start), high, name)


def recall_text(recall: SplitRecall, share: float) -> str:
    """Say the mean recall at a split, and the most that any split has."""
    return tr_n(
        "Split {split}: recall {here:.1%} of 1 request; at most {best:.1%}, at least {least:.1%}",
        "Split {split}: mean recall {here:.1%} of {count:,} requests; at most {best:.1%}, at"
        " least {least:.1%}",
        recall.asking,
        count=recall.asking,
        split=split_text(share),
        here=shown_share(recall.at_share(share)),
        best=shown_share(recall.best),
        least=shown_share(recall.least),
    )
