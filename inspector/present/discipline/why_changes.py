"""Why an output is accepted as a change, or refused, and where."""

from __future__ import annotations

from inspector.core.discipline import DiffCheck
from inspector.core.reasons import Verdict
from inspector.language import capitalized, localized, tr
from inspector.present.discipline.diff_view import diff_headline, diff_signs, finding_line
from inspector.present.discipline.sizeless_why import SizelessWhy
from inspector.present.injection.why import Passage, Step, Why, passage

_AROUND = 3  # lines shown before and after the one that is wrong
_HELP = tr(
    "Only tasks that change code or documents are checked. An output is a unified diff whose hunks"
    " have exactly the lines they promise, a valid JSON patch, or a few words without code."
)


def why_diff(check: DiffCheck, key: str) -> Why:
    """Explain the outcome of a check."""
    headline = diff_headline(check)
    answers = {True: tr("yes"), False: tr("no"), None: tr("not known")}
    return SizelessWhy(
        key=key,
        name=headline.title,
        kind="output",
        verdict=headline.verdict,
        reason=check.reason_kind or check.format or "",
        rule="Discipline C5",
        sentence=_sentence(check) or f"{headline.title}.",
        help=_HELP,
        tokens=0,
        steps=(
            Step(tr("Mode"), check.mode, ""),
            *(Step(sign.title, "", answers[sign.present]) for sign in diff_signs(check)),
            Step(tr("Files it changes"), ", ".join(check.paths), localized(len(check.paths))),
        ),
        passages=(),
        remedies=() if check.suggestion is None else (check.suggestion,),
    )


def _sentence(check: DiffCheck) -> str:
    """Return why an output is refused, with the first thing that is wrong, "" where it is not."""
    reason = check.reason or ""
    if not check.problems:
        return reason
    return (
        f"{reason.removesuffix(str(check.problems[0]))}{finding_line(check.problems[0], fix=False)}"
    )


def why_finding(check: DiffCheck, output: str, key: str, subject: str) -> Why | None:
    """Explain one thing that is wrong with an output, with the lines around it."""
    if not subject.isdecimal() or int(subject) >= len(check.problems):
        return None
    problem = check.problems[int(subject)]
    where = (
        tr("Line {line:,}", line=problem.place.line)
        if problem.place.line
        else problem.place.pointer
    )
    passages: tuple[Passage, ...] = ()
    if problem.place.line:
        lines = output.split("\n")
        first = max(problem.place.line - 1 - _AROUND, 0)
        shown = lines[first : problem.place.line + _AROUND]
        numbered = "\n".join(f"{first + n:>4}  {line}" for n, line in enumerate(shown, 1))
        passages = (passage(tr("The lines around it"), numbered),)
    return SizelessWhy(
        key=key,
        name=where or tr("The output"),
        kind="finding",
        verdict=Verdict.REFUSED,
        reason=problem.code,
        rule="Discipline C5",
        sentence=f"{capitalized(problem.message)}.",
        help=_HELP,
        tokens=0,
        steps=(),
        passages=passages,
        remedies=(problem.fix,) if problem.fix else (),
    )
