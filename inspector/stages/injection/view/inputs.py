"""The left column: everything that goes into a run, in sections that open and close."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pydantic import ValidationError
from PySide6.QtWidgets import QLabel, QWidget

from inspector.core.injection.policy import InjectionSettings, Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.choice_box import ChoiceBox
from inspector.gui.views.choice_list import ChoiceList
from inspector.gui.views.corpus_picker import CorpusPicker
from inspector.gui.views.field_row import FieldRow, ModelForm
from inspector.gui.views.section_column import SectionColumn
from inspector.language import tr
from inspector.present.choices import STRATEGIES, strategy_text, target_items
from inspector.present.form_fields import FieldKind, FormField, with_field
from inspector.session.edits import (
    choose_request,
    set_model_field,
    set_relevance_floor,
    set_request_field,
    set_settings,
    set_strategy,
    set_top_k,
)
from inspector.session.session import Session
from inspector.session.store import Edit, Store
from inspector.stages.injection.policy_effects import FieldEffect
from inspector.stages.injection.summary import balance
from inspector.stages.injection.view.allocation_view import AllocationView
from inspector.stages.injection.view.policy_form import PolicyForm
from inspector.stages.injection.view.request_form import RequestForm

_TARGET_ROWS = 8
_CHANGE_STRATEGY = tr("Change strategy")
_SECTIONS = (
    ("corpus", tr("Corpus"), True),
    ("policy", tr("Policy"), True),
    ("limits", tr("Caps and floors"), False),
    ("strategy", tr("Strategy"), True),
    ("allocation", tr("Allocation"), True),
    ("request", tr("Request"), True),
    ("targets", tr("Direct target"), True),
    ("settings", tr("Settings"), False),
    ("what_if", tr("What-if"), False),
)
_BARS: tuple[tuple[FormField, Callable[[str], Any], Callable[[Any], Edit]], ...] = (
    (
        FormField(
            ("relevance_floor",),
            tr("Floor of relevance"),
            tr("A number: cards and files of less relevance are kept out. Empty: none are."),
            FieldKind.TEXT,
        ),
        float,
        set_relevance_floor,
    ),
    (
        FormField(
            ("top_k",),
            tr("Top-k"),
            tr("A whole number: so many cards and so many files compete. Empty: all do."),
            FieldKind.TEXT,
        ),
        int,
        set_top_k,
    ),
)


class InputsPanel(SectionColumn):
    """Shows the session's inputs and commits what somebody changes, each field as one undo step.

    Sections are named ``section.{id}``.
    """

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._store = store
        self._shown: Session | None = None
        self._used_before: int | None = None
        self._problems: tuple[Problem, ...] = ()
        self._add_sections(_SECTIONS, theme)
        content = self._content
        self._corpus = CorpusPicker(content)
        self._policy = PolicyForm(theme, content)
        self._strategy = ChoiceBox(content)
        self._strategy_help = QLabel(content)
        self._request = RequestForm(theme, content)
        self._targets = ChoiceList(
            "targets", tr("Direct target"), content, ticks=True, rows=_TARGET_ROWS
        )
        self._settings = ModelForm("settings", InjectionSettings, theme, content)
        self._set_up_strategy(theme)
        self._fill("corpus", self._corpus)
        self._allocation = AllocationView(theme, content)
        self._fill("policy", self._policy.controls)
        self._fill("limits", self._policy.limits)
        self._sections["limits"].set_summary(self._policy.in_short)
        self._fill("allocation", self._allocation)
        self._fill("strategy", self._strategy, self._strategy_help)
        self._fill("request", self._request)
        self._fill("targets", self._targets)
        self._fill("settings", self._settings)
        self._bars = {
            field.id: FieldRow(f"what_if.{field.id}", field, theme, content)
            for field, _, _ in _BARS
        }
        self._fill("what_if", *self._bars.values())
        self._connect()

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

    def _connect(self) -> None:
        self._corpus.picked.connect(
            lambda place: self._store.commit(tr("Choose request"), choose_request(place))
        )
        self._policy.edited.connect(
            lambda label, edit, gesture: self._store.commit(label, edit, gesture=gesture)
        )
        self._strategy.activated.connect(
            lambda at: self._store.commit(_CHANGE_STRATEGY, set_strategy(STRATEGIES[at].strategy))
        )
        self._request.changed.connect(self._edit_request)
        self._targets.ticked.connect(self._edit_target)
        self._settings.changed.connect(self._edit_settings)
        for field, read, edit in _BARS:
            self._bars[field.id].changed.connect(partial(self._edit_bar, field, read, edit))

    # What is shown -----------------------------------------------------------------------

    def set_session(self, session: Session, used_before: int | None) -> None:
        """Show a session's inputs; ``used_before`` are the tokens counted for its request.

        Only what is another value than before is looked at: a drag changes the policy alone.
        """
        shown, self._shown = self._shown, session
        if shown is None or session.policy is not shown.policy:
            self._policy.set_policy(session.policy)
            self._count_changes("policy", self._policy.changes)
        if shown is None or session.strategy is not shown.strategy:
            self._strategy.setCurrentIndex(list(Strategy).index(session.strategy))
            self._strategy_help.setText(strategy_text(session.strategy).help)
        if shown is None or session.settings is not shown.settings:
            self._settings.set_document(session.settings)
            self._count_changes("settings", self._settings.changes)
        if shown is None or session.overrides is not shown.overrides:
            values = {name: getattr(session.overrides, name) for name in self._bars}
            for name, row in self._bars.items():
                row.set_value("" if values[name] is None else str(values[name]))
            held = [value for value in values.values() if value is not None]
            self._count_changes("what_if", len(held))
        if (
            shown is None
            or session.request is not shown.request
            or session.requests is not shown.requests
            or session.candidates is not shown.candidates
            or used_before != self._used_before
        ):
            self._used_before = used_before
            self._show_request(session)

    def _show_request(self, session: Session) -> None:
        request, several = session.request, len(session.requests) > 1
        self._sections["corpus"].setVisible(several)
        if several:
            self._corpus.set_requests(session.requests, request)
        for name in ("request", "targets"):
            self._sections[name].setVisible(request is not None)
        if request is not None:
            self._request.set_request(request, self._used_before)
            # What was refused before this request was taken is no longer in its fields.
            self._request.set_problems(_of(self._problems, "request"))
            targets = request.direct_target_refs
            self._targets.set_items(
                target_items(request.choices(session.candidates), targets), frozenset(targets)
            )
            self._sections["targets"].badge.setText(
                tr("{targets:,} named", targets=len(targets)) if targets else ""
            )

    def _count_changes(self, section: str, count: int) -> None:
        self._sections[section].badge.setText(tr("{count:,} changed", count=count) if count else "")

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show each problem of policy and request at its field."""
        if problems == self._problems:
            return
        self._problems = problems
        self._policy.set_problems(_of(problems, "policy"))
        self._request.set_problems(_of(problems, "request"))

    def set_effects(self, effects: tuple[FieldEffect, ...]) -> None:
        """Show what each field of the policy comes to; empty where there is no result."""
        self._policy.set_effects(effects)
        self._sections["limits"].badge.setText(self._policy.binding)

    def set_report(self, report: InjectionReport | None) -> None:
        """Show how the budget of a run is allocated; None while there is no run."""
        self._sections["allocation"].setVisible(report is not None)
        if report is not None:
            self._allocation.show_balance(balance(report))

    def show_problem(self, problem: Problem) -> bool:
        """Go to the field that a problem points to; tell whether there is one here."""
        field = (problem.place.pointer or "").strip("/").replace("/", ".")
        part = problem.code.partition(".")[0]
        if not field or part not in ("policy", "request"):
            return False
        if part == "request" and field.startswith("direct_target_refs"):
            self._sections["targets"].set_open(True)
            self.ensureWidgetVisible(self._targets)
            return True
        form = self._policy if part == "policy" else self._request
        is_limit = part == "policy" and self._policy.is_limit(field)
        self._sections["limits" if is_limit else part].set_open(True)
        return form.focus_field(field)

    # What somebody does ------------------------------------------------------------------

    def step_strategy(self, by: int) -> None:
        """Take the next strategy, or the one before; they go round."""
        at = list(Strategy).index(self._store.session.strategy) + by
        strategy = list(Strategy)[at % len(Strategy)]
        self._store.commit(_CHANGE_STRATEGY, set_strategy(strategy))

    def step_request(self, by: int) -> None:
        """Go to a neighbouring request of the corpus, if there is one."""
        self._corpus.step(by)

    def _edit_request(self, path: tuple[str, ...], value: Any, gesture: object) -> None:
        edit = set_request_field(path[0], value)
        if path[0] == "model":
            edit = set_model_field(path[1], value)
        try:
            self._store.commit(
                tr("Change {replace}", replace=path[-1].replace("_", " ")), edit, gesture=gesture
            )
        except ValidationError as error:
            message = error.errors(include_url=False, include_input=False)[0]["msg"]
            self._request.refuse(path, tr("This {message}.", message=message))

    def _edit_target(self, key: str, chosen: bool) -> None:
        request = self._store.session.request
        if request is not None:
            targets = tuple(one for one in request.direct_target_refs if one != key)
            edit = set_request_field("direct_target_refs", (*targets, key) if chosen else targets)
            self._store.commit(tr("Change direct target"), edit)

    def _edit_settings(self, path: tuple[str, ...], value: Any, gesture: object) -> None:
        settings = with_field(self._store.session.settings, path, value)
        self._store.commit(
            tr("Change {replace}", replace=path[-1].replace("_", " ")),
            set_settings(settings),
            gesture=gesture,
        )

    def _edit_bar(
        self,
        field: FormField,
        read: Callable[[str], Any],
        edit: Callable[[Any], Edit],
        text: str,
        gesture: object,
    ) -> None:
        try:
            value = read(text.strip()) if text.strip() else None
            label = tr("Change {replace}", replace=field.title)
            self._store.commit(label, edit(value), gesture=gesture)
        except ValueError:  # also what the model refuses
            self._bars[field.id].refuse(field.help)

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return which sections are open, and whether the shares are linked."""
        return super().view_state() | {"linked": self._policy.linked}

    def restore_view_state(self, saved: Any) -> None:
        """Open the sections that were open. What cannot be read is as it was at first."""
        super().restore_view_state(saved)
        if isinstance(saved, Mapping) and isinstance(saved.get("linked"), bool):
            self._policy.set_linked(saved["linked"])


def _of(problems: tuple[Problem, ...], part: str) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if problem.code.startswith(f"{part}."))
