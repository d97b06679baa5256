"""The policy among the inputs: what is shown at once, what is folded, and what cannot be edited."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QCheckBox

from inspector.core.injection.policy import CEILING_OF_KIND
from inspector.gui.commands import CommandId
from inspector.gui.views.number_fields import NumberField
from inspector.session.edits import set_at
from tests.shared.injection_window import injection_screen
from tests.shared.screen import Screen

SHARE = "knowledge_card_share_default"


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(used_screen)


def share(screen: Screen) -> NumberField:
    return screen.find(f"policy.{SHARE}.editor", NumberField)


def test_caps_and_floors_are_lines_until_they_are_opened(screen):
    limits = screen.find("section.limits")
    assert not limits.is_open
    assert screen.is_visible("policy.in-short")
    assert not screen.is_visible("policy.min_bucket_tokens.editor")
    screen.wait_until(lambda: bool(screen.text("section.limits.badge")))
    limits_told = len(CEILING_OF_KIND) + 3  # the share of the free context, and two floors
    assert screen.text("section.limits.badge") == f"0 of {limits_told} limiting"
    limits.set_open(True)
    assert not screen.is_visible("policy.in-short")
    assert screen.is_visible("policy.min_bucket_tokens.editor")


def test_a_field_without_effect_cannot_be_edited_and_says_why(screen):
    assert share(screen).isEnabled()
    screen.workspace.store.commit("x", set_at("request", "direct_target_refs", ("b",)))
    screen.wait_until(lambda: not share(screen).isEnabled())
    assert "the direct target fixes it" in screen.text(f"policy.{SHARE}.effect")
    screen.do(CommandId.UNDO)
    screen.wait_until(lambda: share(screen).isEnabled())


def test_the_split_is_called_a_share_where_both_shares_go_their_ways(screen):
    assert share(screen).accessibleName() == "Knowledge : file split"
    screen.find("policy.linked", QCheckBox).setChecked(False)
    assert share(screen).accessibleName() == "Knowledge share"
