"""What a program may write that uses the core of an installed wheel; its types have to be seen.

mypy says nothing about this file where it sees them. Where it does not, everything that comes from
the package may be anything: then the claims do not hold, and the mistake at the end is not told.
"""

from typing import assert_type

from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import Ledger
from inspector.core.tokens import TokenCounter, tiktoken_counter


def tokens_of(text: str, counter: TokenCounter) -> int:
    """Count the tokens of a text."""
    assert_type(counter.count(text), int)
    return counter.count(text)


def balance_of(report: InjectionReport) -> bool:
    """Tell whether the ledger of a report closes."""
    assert_type(report.ledger, Ledger)
    return report.ledger.balances


tokens_of("a text", tiktoken_counter("o200k_base"))
# A mistake; mypy tells of the comment when it does not see it.
tokens_of(3, tiktoken_counter("o200k_base"))  # type: ignore[arg-type]
