"""The left column: everything that goes into a run, in sections that open and close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from PySide6.QtWidgets import QLabel, QWidget

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request, default_request
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.core.scalars import SAFE_INTEGER
from inspector.core.tokens import available_counters
from inspector.gui.boxes import ChoiceBox, VBox
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.choice_list import (
    STRATEGIES,
    ChoiceList,
    CorpusPicker,
    strategy_text,
    target_items,
)
from inspector.gui.views.part_inputs import TEXT, As, Block, PartInputs
from inspector.gui.views.text_boxes import ReadingBox
from inspector.language import tr
from inspector.present.form_fields import FieldKind, FormField
from inspector.present.why import SHOWN_CHARACTERS, shown_text
from inspector.session.edits import choose_request, divide_budget, set_at, set_strategy
from inspector.session.session import Session
from inspector.session.store import Edit, Store
from inspector.stages.injection.policy_effects import FieldEffect
from inspector.stages.injection.summary import balance
from inspector.stages.injection.view.policy_form import (
    BUCKET_SHARE,
    CONTROLS,
    KNOWLEDGE_SHARE,
    LIMITS,
    PolicyEffects,
)
from inspector.stages.injection.view.why_parts import AllocationView

_TARGET_ROWS = 8
_CHANGE_STRATEGY = tr("Change strategy")
_USED_BEFORE = "tokens_used_before"
_REQUEST: dict[str, dict[str, Any]] = {
    "model.name": {"title": tr("Model")},
    "model.context_window": {"title": tr("Context window")},
    "model.encoding": {
        "title": tr("Encoding"), "kind": FieldKind.CHOICE, "choices": available_counters()
    },
    _USED_BEFORE: {
        "title": tr("Already in context"),
        "help": tr("Tokens that the steps before the injection take."),
        "kind": FieldKind.INTEGER,
        "default": 0,
        "minimum": -SAFE_INTEGER,
        "maximum": SAFE_INTEGER,
    },
    "trace_id": {"title": tr("Trace id")},
    "timestamp": {"title": tr("Timestamp")},
}  # fmt: skip
_FLOOR = {
    "title": tr("Floor of relevance"),
    "help": tr("A number: cards and files of less relevance are kept out. Empty: none are."),
}
_TOP_K = {
    "title": tr("Top-k"),
    "help": tr("A whole number: so many cards and so many files compete. Empty: all do."),
}


def _or_empty(value: object, _part: object) -> str:
    return "" if value is None else str(value)


class InputsPanel(PartInputs):
    """Shows the session's inputs and commits what somebody changes, each field as one undo step.

    Rows are ``policy.{field}``, ``request.{field}``, ``settings.{field}`` and ``what_if.{field}``.
    """

    part = "policy"
    says_source = False
    blocks = (
        Block("corpus", tr("Corpus")),
        Block("policy", tr("Policy"), only=CONTROLS),
        Block("limits", tr("Caps and floors"), only=LIMITS, is_open=False, rows="policy"),
        Block("strategy", tr("Strategy")),
        Block("allocation", tr("Allocation")),
        Block("request", tr("Request"), only=tuple(_REQUEST), part="request"),
        Block("targets", tr("Direct target")),
        Block("settings", tr("Settings"), part="settings", is_open=False),
        Block(
            "what_if",
            tr("What-if"),
            only=("relevance_floor", "top_k"),
            part="overrides",
            is_open=False,
        ),
    )
    shown_as: ClassVar = {
        **{name: As(changes=changes) for name, changes in _REQUEST.items()},
        _USED_BEFORE: As(
            lambda used, _request: used if isinstance(used, int) else 0,
            changes=_REQUEST[_USED_BEFORE],
        ),
        "relevance_floor": As(
            _or_empty, lambda text, _part: float(text) if text.strip() else None, TEXT | _FLOOR
        ),
        "top_k": As(
            _or_empty, lambda text, _part: int(text) if text.strip() else None, TEXT | _TOP_K
        ),
    }  # fmt: skip

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(store, theme, parent)
        self._used_before: int | None = None
        content = self._content
        self._corpus = CorpusPicker(content)
        self._effects = PolicyEffects(self._rows, theme, content)
        self._place_below(BUCKET_SHARE, self._effects.link)
        self._sections["limits"].set_summary(self._effects.in_short)
        self._strategy = ChoiceBox(content)
        self._strategy_help = QLabel(content)
        self._set_up_strategy(theme)
        self._allocation = AllocationView(theme, content)
        self._targets = ChoiceList("targets", tr("Direct target"), content, rows=_TARGET_ROWS)
        self._texts_before = self._label("request.texts-before", theme, FontRole.BODY, muted=True)
        self._place_below(_USED_BEFORE, self._texts_before)
        self._message_title = self._label("request.message-title", theme, FontRole.BODY)
        self._message = ReadingBox("request.user_message", tr("User message"), theme, 8, content)
        self._message.setFont(theme.font(FontRole.SMALL))
        self._message_title.setBuddy(self._message)
        box = VBox(margins=(10, 0, 0, 0)).hold(self._message)
        self._fill("corpus", self._corpus)
        self._fill("allocation", self._allocation)
        self.set_report(None)
        self._fill("strategy", self._strategy, self._strategy_help)
        self._fill("request", self._message_title)
        self._sections["request"].content.addLayout(box)
        self._fill("targets", self._targets)
        self._corpus.picked.connect(
            lambda place: self._store.commit(tr("Choose request"), choose_request(place))
        )
        self._strategy.activated.connect(
            lambda at: self._store.commit(_CHANGE_STRATEGY, set_strategy(STRATEGIES[at].strategy))
        )
        self._targets.ticked.connect(self._edit_target)

    def _set_up_strategy(self, theme: Theme) -> None:
        self._strategy.setObjectName("strategy")
        self._strategy.setAccessibleName(tr("Strategy"))
        self._strategy.setAccessibleDescription(tr("Strategy"))
        for text in STRATEGIES:
            self._strategy.addItem(text.title, text.strategy)
        self._strategy_help.setObjectName("strategy.help")
        self._strategy_help.setWordWrap(True)
        self._strategy_help.setProperty("role", "muted")
        self._strategy_help.setFont(theme.font(FontRole.SMALL))

    def document(self, block: Block, session: Session) -> Any:
        """Return the part that a section is about; without a request, that of a default one."""
        part = super().document(block, session)
        return _NO_REQUEST if part is None else part

    def add_below_policy(self, widget: QWidget) -> None:
        """Put what changes the policy below its fields."""
        self._fill("policy", widget)

    # What is shown -----------------------------------------------------------------------

    def show_inputs(self, session: Session, used_before: int | None) -> None:
        """Show a session's inputs; ``used_before`` are the tokens counted for its request.

        Only what is another value than before is looked at: a drag changes the policy alone.
        """
        shown = self._shown
        self.set_session(session)
        if shown is None or session.policy is not shown.policy:
            self._count_changes("policy", "policy", "limits")
            self._effects.set_policy(session.policy)
            self.set_badge("limits", self._effects.binding)
        if shown is None or session.strategy is not shown.strategy:
            self._strategy.setCurrentIndex(list(Strategy).index(session.strategy))
            self._strategy_help.setText(strategy_text(session.strategy).help)
        if shown is None or session.overrides is not shown.overrides:
            held = session.overrides.relevance_floor, session.overrides.top_k
            count = sum(value is not None for value in held)
            self.set_badge("what_if", tr("{count:,} changed", count=count) if count else "")
        asks = (
            shown is None
            or session.request is not shown.request
            or session.candidates is not shown.candidates
        )
        if (
            asks
            or (shown is not None and session.requests is not shown.requests)
            or used_before != self._used_before
        ):
            self._used_before = used_before
            self._show_request(session)
        if asks and session.request is not None:
            self._show_targets(session.request, session.candidates)

    def _show_request(self, session: Session) -> None:
        request, several = session.request, len(session.requests) > 1
        self._sections["corpus"].setVisible(several)
        if several:
            self._corpus.set_requests(session.requests, request)
        for name in ("request", "targets"):
            self._sections[name].setVisible(request is not None)
        self.set_badge("request", "")
        if request is None:
            return
        before, used = request.tokens_used_before, self._used_before
        counted = isinstance(before, int)
        self._rows[_USED_BEFORE].setVisible(counted)
        told = _before_text(before, used)
        self._texts_before.setText(told)
        self._texts_before.setVisible(bool(told) or not counted)
        message = request.user_message
        self._message.set_text(shown_text(message[:SHOWN_CHARACTERS]) or tr("(no message)"))
        part = tr(
            ", the first {shown_characters:,} of {message:,} characters",
            shown_characters=SHOWN_CHARACTERS,
            message=len(message),
        )
        self._message_title.setText(
            tr("User message") + (part if len(message) > SHOWN_CHARACTERS else "")
        )

    def _show_targets(self, request: Request, candidates: CandidateSet) -> None:
        targets = request.direct_target_refs
        choices = request.choices(candidates)
        self._targets.set_items(target_items(choices, targets), frozenset(targets))
        self.set_badge("targets", tr("{targets:,} named", targets=len(targets)) if targets else "")

    def set_effects(self, effects: tuple[FieldEffect, ...]) -> None:
        """Show what each field of the policy comes to; empty where there is no result."""
        self._effects.set_effects(effects)
        self.set_badge("limits", self._effects.binding)

    def set_report(self, report: InjectionReport | None) -> None:
        """Show how the budget of a run is allocated; None while there is no run."""
        self._sections["allocation"].setVisible(report is not None)
        if report is not None:
            self._allocation.show_balance(balance(report))

    def show_problem(self, problem: Problem) -> bool:
        """Go to the field that a problem points to; tell whether there is one here."""
        at = (problem.place.pointer or "").strip("/")
        if problem.code.startswith("request.") and at.startswith("direct_target_refs"):
            self._sections["targets"].set_open(True)
            self.ensureWidgetVisible(self._targets)
            return True
        return super().show_problem(problem)

    # What somebody does ------------------------------------------------------------------

    def edit_of(self, block: Block, field: FormField, value: Any) -> Edit:
        """Return what a value changes: of shares that are kept at a sum of one, both."""
        if self._effects.linked and field.id in (KNOWLEDGE_SHARE, BUCKET_SHARE):
            return divide_budget(value if field.id == KNOWLEDGE_SHARE else 1 - value)
        return super().edit_of(block, field, value)

    def step_strategy(self, by: int) -> None:
        """Take the next strategy, or the one before; they go round."""
        at = list(Strategy).index(self._store.session.strategy) + by
        strategy = list(Strategy)[at % len(Strategy)]
        self._store.commit(_CHANGE_STRATEGY, set_strategy(strategy))

    def step_request(self, by: int) -> None:
        """Go to a neighbouring request of the corpus, if there is one."""
        self._corpus.step(by)

    def _edit_target(self, key: str, chosen: bool) -> None:
        request = self._store.session.request
        if request is not None:
            targets = tuple(one for one in request.direct_target_refs if one != key)
            edit = set_at("request", "direct_target_refs", (*targets, key) if chosen else targets)
            self._store.commit(tr("Change direct target"), edit)

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return which sections are open, and whether the shares are linked."""
        return super().view_state() | {"linked": self._effects.linked}

    def restore_view_state(self, saved: Any) -> None:
        """Open the sections that were open. What cannot be read is as it was at first."""
        super().restore_view_state(saved)
        if isinstance(saved, Mapping) and isinstance(saved.get("linked"), bool):
            self._effects.set_linked(saved["linked"])


_NO_REQUEST = default_request()


def _before_text(given: Mapping[str, str] | tuple[str, ...] | int, used: int | None) -> str:
    """Say what is used before: how many texts, or what is not the number in the field."""
    if not isinstance(given, int):
        tokens = "" if used is None else tr(", {used_before:,} tokens", used_before=used)
        return tr(
            "Already in context: {count:,} texts of the steps before{tokens}",
            count=len(given),
            tokens=tokens,
        )
    if used is not None and used != given:
        return tr("Steps 1 to 5 of the prompt take {used:,} tokens, and these count.", used=used)
    return "" if given or used is None else tr("Nothing stated as used before.")
