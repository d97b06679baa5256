"""The documentation's page of rules is what the program says."""

from pathlib import Path

from inspector.core.reason_texts import Wording
from inspector.core.reasons import REASONS_BY_CODE, Reason
from inspector.present.rules_page import rules_page

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


def test_the_page_of_rules_is_up_to_date():
    assert PAGE.read_text("utf-8") == rules_page(), "run python -m inspector.present.rules_page"


def test_every_reason_has_a_code_of_its_own_a_rule_and_help():
    systems = Reason.__bases__
    written = [one for of in systems for one in vars(of).values() if isinstance(one, Wording)]
    assert len(REASONS_BY_CODE) == len(written)
    for reason in Reason:
        assert reason.code.isidentifier()
        assert reason.rule
        assert reason.help.endswith(".")
        assert reason.template.endswith(".")
