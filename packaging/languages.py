"""Collect the texts of the window, keep the translations in step, and make the catalogues.

    python packaging/languages.py            take new texts into packaging/languages/*.po and
                                             write resources/languages/*.mo
    python packaging/languages.py --check    only say what is not in step, or not translated
    python packaging/languages.py --add fr   begin another language

A text is marked by ``tr``, ``tr_n`` or ``marked``, in a module or in the template of a report, or
it is one of a record that is translated where it is shown: the title and help of a column, the
title and description of a document's field, the words of a reason, the docstring of a command.
Translations are made in the .po files, with any editor for gettext.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from string import Formatter

import polib
from jinja2 import Environment, nodes
from pydantic import BaseModel

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PACKAGE = ROOT / "inspector"
SOURCES = ROOT / "packaging" / "languages"
CATALOGUES = ROOT / "resources" / "languages"
TEMPLATES = ROOT / "resources" / "report"

_NAMES = ("title", "help", "help_text")
"""What makes a column calls the arguments so that are its title and its help."""
_WIDTH = 100

Text = str | tuple[str, str]


def texts() -> dict[Text, list[str]]:
    """Return every text there is to translate, with the modules that have it, in their order."""
    found: dict[Text, list[str]] = {}
    for where, text in (
        *_marked(),
        *_of_templates(),
        *_of_fields(),
        *_of_reasons(),
        *_of_quantities(),
        *_of_rows(),
        *_of_values(),
        *_of_menus(),
    ):
        places = found.setdefault(text, [])
        if where not in places:
            places.append(where)
    return found


def _marked() -> Iterator[tuple[str, Text]]:
    modules = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    makers = _makers(modules.values())
    # Going through the tree of a module takes a hundred times as long as looking for the words.
    calls = re.compile(rf"\b(?:tr|tr_n|marked|phrase|{'|'.join(makers)})\(")
    for where, module in modules.items():
        if not calls.search(module):
            continue
        for node in ast.walk(ast.parse(module)):
            if isinstance(node, ast.Call):
                for text in _of_call(node, makers):
                    yield where, text
            elif isinstance(node, ast.FunctionDef) and _is_command(node):
                yield where, " ".join((ast.get_docstring(node) or "").split())


def _is_command(function: ast.FunctionDef) -> bool:
    decorators = (one.func for one in function.decorator_list if isinstance(one, ast.Call))
    return any(isinstance(one, ast.Name) and one.id == "command" for one in decorators)


def _makers(modules: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the places of title and help among the arguments of whatever makes a column."""
    makers = {"Column": (1, 2)}
    for module in modules:
        if "-> Column:" not in module:
            continue
        for node in ast.walk(ast.parse(module)):
            if (
                isinstance(node, ast.FunctionDef)
                and isinstance(node.returns, ast.Name)
                and node.returns.id == "Column"
            ):
                names = [one.arg for one in node.args.args]
                makers[node.name] = tuple(names.index(name) for name in _NAMES if name in names)
    return makers


def _of_call(call: ast.Call, makers: dict[str, tuple[int, ...]]) -> Iterator[Text]:
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
    if name in ("tr", "marked", "phrase") and _is_text(call.args[0]):
        yield _text(call.args[0])
    elif name == "tr_n":
        yield _text(call.args[0]), _text(call.args[1])
    elif name in makers:
        given = [call.args[place] for place in makers[name] if place < len(call.args)]
        given += [keyword.value for keyword in call.keywords if keyword.arg in _NAMES]
        yield from (text for one in given for text in _literals(one) if text)


def _literals(node: ast.expr) -> Iterator[str]:
    """Yield a text, or both of an ``if`` between two."""
    if isinstance(node, ast.IfExp):
        yield from (*_literals(node.body), *_literals(node.orelse))
    elif _is_text(node):
        yield _text(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _text(node: ast.expr) -> str:
    return str(ast.literal_eval(node))


def _of_templates() -> Iterator[tuple[str, Text]]:
    for path in sorted(TEMPLATES.glob("*.j2")):
        where = path.relative_to(ROOT).as_posix()
        template = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
        for call in template.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "tr":
                yield where, str(call.args[0].as_const())


def _of_fields() -> Iterator[tuple[str, Text]]:
    """Return titles, help and groups of the fields that forms are made of."""
    from inspector.core.candidates.request import default_request
    from inspector.core.relevance.config import RelevanceConfig
    from inspector.gui.views.part_inputs import PartInputs
    from inspector.present.form_fields import fields_at, form_fields
    from inspector.session.session import Session

    for path in sorted(PACKAGE.glob("stages/*/view/*.py")):
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for inputs in PartInputs.__subclasses__():
        for block in (one for one in inputs.blocks if one.has_fields):
            part = Session().part(block.part or inputs.part)
            part = default_request() if part is None else part
            where = type(part).__module__.replace(".", "/") + ".py"
            for field in fields_at(part, block.at, block.only):
                known = inputs.shown_as.get(field.id)
                shown = replace(field, **known.changes) if known and known.changes else field
                said = shown.help, shown.group, "" if shown.group else shown.title
                yield from ((where, text) for text in said if text)
    for info in RelevanceConfig.model_fields.values():
        if info.description:
            yield "inspector/core/relevance/config.py", info.description
    for model in _documents():
        where = model.__module__.replace(".", "/") + ".py"
        for field in form_fields(model):
            yield from ((where, text) for text in (field.title, field.help, field.group) if text)


def _documents() -> tuple[type[BaseModel], ...]:
    """Return the documents whose fields stand in forms."""
    from inspector.core.assembly import AssemblyStage
    from inspector.core.builder.inputs import BuilderConfig, ModelLimits
    from inspector.core.candidates.request import Request
    from inspector.core.injection.policy import InjectionSettings, UnifiedContextBudgetPolicy
    from inspector.core.relevance.config import RelevanceConfig
    from inspector.core.window.config import PlacementOptions, WindowConfig
    from inspector.session.discipline_stage import DisciplineStage, PromptSizes

    return (
        UnifiedContextBudgetPolicy,
        Request,
        InjectionSettings,
        RelevanceConfig,
        DisciplineStage,
        PromptSizes,
        WindowConfig,
        PlacementOptions,
        AssemblyStage,
        BuilderConfig,
        ModelLimits,
    )


def _of_reasons() -> Iterator[tuple[str, Text]]:
    from inspector.core.reasons import Reason

    for reason in Reason:
        where = f"inspector/core/reason_texts/{reason.rule.split()[0].lower()}.py"
        yield where, reason.template
        yield where, reason.help


def _of_quantities() -> Iterator[tuple[str, Text]]:
    from inspector.analysis.quantities import QUANTITIES

    for quantity in QUANTITIES:
        for text in (quantity.title, quantity.unit.value, quantity.definition):
            yield "inspector/analysis/quantities.py", text


def _of_rows() -> Iterator[tuple[str, Text]]:
    """Return what rows of ledgers are called that no input names."""
    from inspector.core.assembly.report import CLOSING_NAMES, WHOLE_NAME
    from inspector.core.injection.report import BALANCE_NAMES

    of_prompt = ("assembly", (WHOLE_NAME, *CLOSING_NAMES.values()))
    for stage, names in (of_prompt, ("injection", BALANCE_NAMES.values())):
        yield from ((f"inspector/core/{stage}/report.py", name) for name in names)


def _of_values() -> Iterator[tuple[str, Text]]:
    """Return what values are called where they stand in choices, charts and sentences."""
    from inspector.analysis.audit.audit import NO_INPUTS, NO_REQUEST, Outcome
    from inspector.analysis.audit.manifest_checks import UNSEEN_ALONE
    from inspector.analysis.not_included import ExclusionCause
    from inspector.core.assembly import Step
    from inspector.core.injection.prepare import Cap
    from inspector.language import capitalized
    from inspector.stages.audit.view.banner import VERDICTS
    from inspector.stages.builder.shown import TreeFilter
    from inspector.stages.builder.words import FIT_WORDS, TERM_WORDS
    from inspector.stages.discipline.words import KIND_TITLES, STEP_TITLES
    from inspector.stages.relevance.tables import STRENGTHS
    from inspector.stages.window.words import CAP_TITLES, TYPE_TITLES

    for step in Step:
        yield from (("inspector/core/assembly/pieces.py", text) for text in (step.title, step.help))
    for cap in Cap:
        yield "inspector/core/injection/prepare.py", cap.title
    for shown in TreeFilter:
        yield "inspector/stages/builder/shown.py", shown.value
    for cause in ExclusionCause:
        yield "inspector/analysis/not_included.py", cause.title
    for why in (NO_INPUTS, NO_REQUEST, *(outcome.value for outcome in Outcome)):
        yield "inspector/analysis/audit/audit.py", why
    for verdict in VERDICTS:
        yield "inspector/session/audit_stage.py", verdict
        yield "inspector/session/audit_stage.py", capitalized(verdict)
    for unseen in UNSEEN_ALONE:
        yield "inspector/analysis/audit/manifest_checks.py", unseen
    for words in (FIT_WORDS, TERM_WORDS):
        yield from (("inspector/stages/builder/words.py", word) for word in words.values())
    for strength in STRENGTHS:
        yield "inspector/stages/relevance/tables.py", strength
    for kinds in (KIND_TITLES, STEP_TITLES):
        yield from (("inspector/stages/discipline/words.py", title) for title in kinds.values())
    for titles in (TYPE_TITLES, CAP_TITLES):
        yield from (("inspector/stages/window/words.py", title) for title in titles.values())


def _of_menus() -> Iterator[tuple[str, Text]]:
    from inspector.gui.commands import Menu

    yield from (("inspector/gui/commands.py", menu.value) for menu in Menu)


# Catalogues ----------------------------------------------------------------------------------


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that are translated to."""
    return tuple(sorted(path.stem for path in SOURCES.glob("*.po")))


def translations(language: str) -> polib.POFile:
    """Return what there is of a language."""
    return polib.pofile(str(SOURCES / f"{language}.po"), wrapwidth=_WIDTH)


def in_step(old: polib.POFile, found: dict[Text, list[str]]) -> polib.POFile:
    """Return a catalogue of just the given texts, with the translations that there are.

    Nothing is guessed from texts that look alike, and what is no longer in the program goes.
    """
    known = {(entry.msgid, entry.msgid_plural): entry for entry in old}
    new = polib.POFile(wrapwidth=_WIDTH)
    new.metadata = {
        "Project-Id-Version": "Context Budget Inspector",
        "Language": old.metadata["Language"],
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": old.metadata["Plural-Forms"],
    }
    for text, places in found.items():
        one, many = text if isinstance(text, tuple) else (text, "")
        was = known.get((one, many))
        entry = polib.POEntry(msgid=one, msgid_plural=many)
        entry.occurrences = [(place, "") for place in places]
        if many:
            forms = was.msgstr_plural if was is not None else {0: "", 1: ""}
            entry.msgstr_plural = dict(forms)
        else:
            entry.msgstr = was.msgstr if was is not None else ""
        if was is not None:
            entry.tcomment = was.tcomment
        new.append(entry)
    return new


def clashes(found: Iterable[Text]) -> Iterator[str]:
    """Say which texts a catalogue cannot hold beside each other.

    It finds a text for several things by the one for one thing, so that one has one partner only,
    and is no text of its own besides.
    """
    partners: dict[str, set[str]] = {}
    for text in found:
        one, many = text if isinstance(text, tuple) else (text, "")
        partners.setdefault(one, set()).add(many)
    for one, known in partners.items():
        if len(known) > 1:
            yield f"several texts begin with {one!r}: {sorted(known)}"


def complaints(catalogue: polib.POFile) -> Iterator[str]:
    """Say what is not translated, and what has other places for values than the English text."""
    for entry in catalogue:
        said = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        if not all(said):
            yield f"not translated: {entry.msgid!r}"
            continue
        wanted = _places(entry.msgid_plural or entry.msgid)
        for one in said:
            if not _fits(_places(one), wanted, plural=bool(entry.msgid_plural)):
                yield f"other places for values than {entry.msgid!r}: {one!r}"


def _places(text: str) -> set[tuple[str, str, str]]:
    """Return the places for values: their name, conversion and form."""
    return {
        (name, conversion or "", form or "")
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    }


def _fits(
    places: set[tuple[str, str, str]], wanted: set[tuple[str, str, str]], *, plural: bool
) -> bool:
    # The form for one thing may leave the number out: "1 card", "eine Karte".
    return places <= wanted if plural else places == wanted


def main() -> int:
    """Bring everything in step, or say what is not; return the exit code."""
    parser = argparse.ArgumentParser(description="Texts of the window and their translations.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing, only say what is wrong"
    )
    parser.add_argument("--add", metavar="CODE", help="begin a language")
    options = parser.parse_args()
    if options.add:
        begun = polib.POFile(wrapwidth=_WIDTH)
        begun.metadata = {
            "Language": options.add,
            "Plural-Forms": "nplurals=2; plural=(n != 1);",
        }
        SOURCES.mkdir(exist_ok=True)
        begun.save(str(SOURCES / f"{options.add}.po"))
    found = texts()
    said = list(clashes(found))
    for one in said:
        print(one, file=sys.stderr)
    wrong = len(said)
    for language in languages():
        old = translations(language)
        new = in_step(old, found)
        said = list(complaints(new))
        catalogue = CATALOGUES / f"{language}.mo"
        if options.check:
            if str(new) != str(old):
                said.append(f"{language}.po does not hold just the texts of the program")
            if not catalogue.exists() or catalogue.read_bytes() != new.to_binary():
                said.append(f"{language}.mo was not made from {language}.po")
        else:
            CATALOGUES.mkdir(exist_ok=True)
            new.save(str(SOURCES / f"{language}.po"))
            catalogue.write_bytes(new.to_binary())
        for one in said:
            print(f"{language}: {one}", file=sys.stderr)
        print(f"{language}: {new.percent_translated()} % of {len(new)} texts")
        wrong += len(said)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
