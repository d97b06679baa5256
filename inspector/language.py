"""The language the window speaks: texts are written in English and translated where they are made.

``tr("Open…")`` marks a text for translation and gives what it is called in the chosen language.
What a text names is not put into it by Python but by the translation, which may need another
order: ``tr("{done:,} of {total:,} requests", done=3, total=5)``.

The language is chosen once, before anything that shows texts is loaded, because many texts are
constants of their modules; another choice holds from the next start. That makes it the one thing
here that the whole process shares, as it is in every toolkit for translations. Nothing chooses a
language for the command line and the core: what they write is English, the same on every machine.
Numbers that ``tr`` puts into a text are written as the language writes them (``6.410,5``).
So are the words of the data in every language of the window: verdicts, kinds, tiers and reasons are
typed into filters and stand in files.

``packaging/languages.py`` collects the texts and makes the catalogues in ``resources/languages``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from numbers import Number
from string import Formatter
from typing import Any

from inspector.plurals import of_one
from inspector.resources import read_bytes, resource_names

ENGLISH = "en"
_FOLDER = "languages"
_SUFFIX = ".mo"


class _Chosen:
    """What is spoken; English until something else is chosen."""

    language = ENGLISH
    catalogue: NullTranslations | None = None


# What a language writes for the signs of English numbers, where it writes others.
_GROUPED = re.compile(r"-?\d{1,3}(,\d{3})+(\.\d+)?")
_SIGNS = {"de": str.maketrans(",.", ".,")}


class _Numbers(Formatter):
    """Puts values into a text, numbers as the language that is spoken writes them.

    Before the sign of a percentage there is a space.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(super().format_field(value, format_spec))
        if format_spec.endswith("%"):
            text = f"{text.removesuffix('%')} %"
        signs = _SIGNS.get(_Chosen.language)
        return text.translate(signs) if signs and isinstance(value, Number) else text


_NUMBERS = _Numbers()


def languages() -> tuple[str, ...]:
    """Return the codes of all languages there are, such as ``de``; English first."""
    others = (name.rsplit("/", 1)[1] for name in resource_names(_FOLDER, _SUFFIX))
    return (ENGLISH, *(name.removesuffix(_SUFFIX) for name in others))


def best_language(wanted: Sequence[str]) -> str:
    """Return the first language of a list such as ``["de-AT", "en"]`` that there is, or English."""
    known = set(languages())
    for one in wanted:
        short = one.replace("_", "-").split("-", 1)[0].lower()
        if short in known:
            return short
    return ENGLISH


def use(language: str) -> None:
    """Speak this language from now on, one of ``languages()``.

    Texts that were made before stay as they are, so this comes before all else of the window.
    Raises ``MissingResourceError`` for a language that there is not.
    """
    _Chosen.catalogue = (
        None
        if language == ENGLISH
        else GNUTranslations(BytesIO(read_bytes(f"{_FOLDER}/{language}{_SUFFIX}")))
    )
    _Chosen.language = language


def spoken() -> str:
    """Return the code of the language that is spoken."""
    return _Chosen.language


def tr(text: str, /, **values: object) -> str:
    """Return an English text in the language that is spoken, with values put in their places.

    Without ``values`` braces in the text stay as they are.
    """
    said = text if _Chosen.catalogue is None or not text else _Chosen.catalogue.gettext(text)
    if not values:
        return said
    if _Chosen.language != ENGLISH or "%}" in said:
        return _filled(said, values)
    # Most texts, without another call.
    given = values.values()
    return (of_one(said, values) if 1 in given or "1" in given else said).format(**values)


def _filled(said: str, values: dict[str, object]) -> str:
    # The library's own way is the faster one, and English needs another for percentages alone.
    if _Chosen.language == ENGLISH:
        said = of_one(said, values)
        if "%}" not in said:
            return said.format(**values)
    return _NUMBERS.vformat(said, (), values)


def marked(text: str) -> str:
    """Return a text as it is: one that is written before a language is chosen.

    It is translated where it is shown, by ``tr``.
    """
    return text


def localized(value: float | Decimal, spec: str = ",") -> str:
    """Return a number as the language that is spoken writes it; ``spec`` is a format of Python."""
    if _Chosen.language == ENGLISH and not spec.endswith("%"):
        return format(value, spec)
    return _NUMBERS.format_field(value, spec)


def localized_text(text: str) -> str:
    """Return a number that English wrote as the spoken language writes it, other texts as given."""
    signs = _SIGNS.get(_Chosen.language)
    return text.translate(signs) if signs and _GROUPED.fullmatch(text) else text


def in_sentence_case(title: str) -> str:
    """Return a title as it stands inside a sentence: English writes it small there.

    Other languages keep it as it is, since some write nouns large wherever they stand.
    """
    return title.lower() if _Chosen.language == ENGLISH else title


def capitalized(text: str) -> str:
    """Return a text as it stands at a beginning: its first letter large, the rest as it is."""
    return text[:1].upper() + text[1:]


def tr_n(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a text that fits a number, with values put in their places."""
    if _Chosen.catalogue is None:
        return _filled(one if number == 1 else many, values)
    return _filled(_Chosen.catalogue.ngettext(one, many, number), values)
