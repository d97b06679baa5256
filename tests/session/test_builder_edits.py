"""What a user can change about the builder."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from inspector.core.builder.inputs import (
    BuilderConfig,
    BuilderStage,
    BuildRequest,
    PlanStep,
    Purpose,
    SelectedTarget,
)
from inspector.project.rules import DenyOverride
from inspector.session.edits import open_part, set_at
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stage import Part
from inspector.stages.builder.part import (
    add_deny_pattern,
    add_target_file,
    add_target_symbol,
    override_default_pattern,
    remove_deny_pattern,
    remove_target_file,
    remove_target_symbol,
    restore_default_pattern,
    select_target,
    unselect_target,
)

REQUEST = BuildRequest(purpose=Purpose.PLAN, plan_step=PlanStep(target_files=("a.py",)))


def after(*edits):
    session = Session()
    for edit in edits:
        session = edit(session)
    return session


def request_after(*edits):
    return after(*edits).builder.request


def test_an_opened_request_keeps_the_project_that_is_open():
    session = after(
        set_at("builder", "root", "/p"),
        open_part("builder", BuilderStage(request=REQUEST), "r.json"),
    )
    assert session.builder.root == "/p"
    assert session.builder.request == REQUEST
    assert session.source(Part.BUILDER) == "r.json"


def test_opened_rules_keep_the_request():
    rules = BuilderConfig(deny=("*.sql",))
    session = after(
        open_part("builder", BuilderStage(request=REQUEST), None),
        open_part("builder", BuilderStage(config=rules), None),
    )
    assert (session.builder.request, session.builder.config) == (REQUEST, rules)


def test_targets_are_kept_once_and_in_the_order_they_were_named():
    step = request_after(
        add_target_file("b.py"),
        add_target_file("a.py"),
        add_target_file("b.py"),
        add_target_symbol("f"),
        add_target_symbol("g"),
        remove_target_symbol("f"),
    ).plan_step
    assert step.target_files == ("b.py", "a.py")
    assert step.target_symbols == ("g",)
    assert request_after(add_target_file("b.py"), remove_target_file("b.py")).plan_step == PlanStep(
        target_files=()
    )


def test_taking_out_what_is_not_there_changes_nothing():
    store = Store(Session())
    for edit in (remove_target_file("x"), unselect_target("x"), remove_deny_pattern("x")):
        assert not store.commit("nothing", edit)
    assert store.undo_label is None


def test_a_definition_is_selected_beside_its_file():
    chosen = request_after(select_target("a.py", "A.f"), select_target("a.py"))
    assert chosen.user_selected_targets == (
        SelectedTarget(path="a.py", symbol="A.f"),
        SelectedTarget(path="a.py"),
    )
    left = request_after(select_target("a.py", "A.f"), unselect_target("a.py", "A.f"))
    assert left.user_selected_targets == ()


def test_every_field_of_the_request_can_be_changed():
    request = request_after(
        set_at("builder", "request.purpose", "intent"),
        set_at("builder", "request.intent", {"goal": "x"}),
        set_at("builder", "request.active_file", "a.py"),
        set_at("builder", "request.plan_step.description", "Rename it."),
        set_at("builder", "request.model.max_input_tokens", 8_000),
        set_at("builder", "request.model.response_token_reserve", 500),
        set_at("builder", "request.constraints.user", ["No new dependencies."]),
        set_at("builder", "request.constraints.system", ["Answer with a diff."]),
    )
    assert request.purpose is Purpose.INTENT
    assert request.intent == {"goal": "x"}
    assert request.active_file == "a.py"
    assert request.plan_step == PlanStep(description="Rename it.")
    assert request.model.hard_limit_tokens == 7_500
    assert request.constraints.user == ("No new dependencies.",)
    assert request.constraints.system == ("Answer with a diff.",)


def test_a_default_pattern_is_overridden_for_one_reason_and_restored():
    twice = after(
        override_default_pattern("packages/**", "first"),
        override_default_pattern("packages/**", "A folder of our own."),
    )
    only = DenyOverride(pattern="packages/**", reason="A folder of our own.")
    assert twice.builder.config.deny_overrides == (only,)
    assert restore_default_pattern("packages/**")(twice).builder.config.deny_overrides == ()


def test_own_patterns_are_added_and_removed():
    rules = after(add_deny_pattern("*.sql"), add_deny_pattern("*.sql"), add_deny_pattern("x/"))
    assert rules.builder.config.deny == ("*.sql", "x/")
    assert remove_deny_pattern("x/")(rules).builder.config.deny == ("*.sql",)


@pytest.mark.parametrize(
    "edit",
    [
        set_at("builder", "request.model.max_input_tokens", -1),
        set_at("builder", "request.purpose", "chat"),
        set_at("builder", "request.plan_step.target_files", "a.py"),
        set_at("builder", "config.max_hops", -1),
        set_at("builder", "estimator", 5),
    ],
)
def test_values_that_are_not_valid_are_refused(edit):
    with pytest.raises(ValidationError):
        edit(Session())


EDITS = st.sampled_from(
    [
        set_at("builder", "root", "/p"),
        set_at("builder", "estimator", "chars4"),
        add_target_file("a.py"),
        add_target_symbol("f"),
        select_target("a.py", "f"),
        set_at("builder", "request.model.max_input_tokens", 9),
        add_deny_pattern("*.sql"),
        override_default_pattern("packages/**", "ours"),
        set_at("builder", "config.include_optional", value=True),
    ]
)


@given(st.lists(EDITS, max_size=8))
def test_every_edit_can_be_undone_and_done_again(edits):
    store = Store(Session())
    for edit in edits:
        store.commit("edit", edit)
    end = store.session
    while store.undo_label is not None:
        store.undo()
    assert store.session == Session()
    while store.redo_label is not None:
        store.redo()
    assert store.session == end
