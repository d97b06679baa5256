"""Forms read their fields from the model."""

import pytest

from inspector.core.assembly import AssemblyStage
from inspector.core.builder.inputs import BuilderConfig, ModelLimits
from inspector.core.candidates.request import Request
from inspector.core.injection.policy import (
    DEFAULT_SETTINGS,
    InjectionSettings,
    UnifiedContextBudgetPolicy,
)
from inspector.core.model import descriptions
from inspector.core.scalars import SAFE_INTEGER
from inspector.core.window.config import PlacementOptions, WindowConfig
from inspector.present.form_fields import (
    FieldKind,
    fields_at,
    form_fields,
    value_at,
)
from inspector.session.discipline_stage import DisciplineStage, PromptSizes
from inspector.session.timeline_stage import TimelineStage

POLICY = {field.id: field for field in form_fields(UnifiedContextBudgetPolicy)}
SETTINGS = {field.id: field for field in form_fields(InjectionSettings)}


def test_every_field_of_the_policy_but_its_version_can_be_edited():
    assert list(POLICY) == [
        name for name in UnifiedContextBudgetPolicy.model_fields if name != "schema_version"
    ]


def test_a_field_has_title_help_bounds_and_default_of_the_model():
    total = POLICY["max_injection_tokens_absolute"]
    assert (total.title, total.kind, total.default) == (
        "Max injected tokens",
        FieldKind.INTEGER,
        6000,
    )
    assert (total.minimum, total.maximum) == (-SAFE_INTEGER, SAFE_INTEGER)
    assert total.help.startswith("Most tokens")
    share = POLICY["knowledge_card_share_default"]
    assert (share.kind, share.minimum, share.maximum) == (FieldKind.FRACTION, 0, 1)


FORMS = (
    AssemblyStage,
    BuilderConfig,
    DisciplineStage,
    InjectionSettings,
    ModelLimits,
    PlacementOptions,
    PromptSizes,
    Request,
    UnifiedContextBudgetPolicy,
    WindowConfig,
)


@pytest.mark.parametrize("model", [*FORMS, TimelineStage], ids=lambda model: model.__name__)
def test_the_help_of_a_field_has_no_marks_of_code_and_no_value_of_python(model):
    for field in form_fields(model):
        assert "``" not in field.help, field.id
    for name, said in descriptions(model).items():
        assert "None takes" not in said, name


@pytest.mark.parametrize("model", FORMS, ids=lambda model: model.__name__)
def test_a_form_says_of_each_field_what_the_schema_says(model):
    schema = model.model_json_schema(by_alias=False)
    found = {field.path: field for field in form_fields(model)}
    values = dict(values_of(schema, schema.get("$defs", {}), ()))
    assert found.keys() == values.keys()
    for path, said in values.items():
        field = found[path]
        assert (field.minimum, field.maximum) == (said.get("minimum"), said.get("maximum"))
        assert field.choices == tuple(said.get("enum", ()))
        assert field.help == " ".join(said.get("description", "").split()).replace("``", "")
        assert field.title.lower() == said["title"].lower()


def values_of(schema, definitions, path):
    """Yield path and schema of every single value that can be chosen in a document."""
    for name, said in schema["properties"].items():
        inside = definitions.get(said.get("$ref", "").rpartition("/")[2], said)
        if "properties" in inside:
            yield from values_of(inside, definitions, (*path, name))
        elif inside.get("type") in ("integer", "number", "boolean", "string"):
            yield (*path, name), said


def test_fields_of_a_document_inside_follow_under_its_title():
    compact = SETTINGS["tier_weights.compact"]
    assert (compact.group, compact.pointer) == ("Tier weights", "/tier_weights/compact")
    assert value_at(DEFAULT_SETTINGS, compact.path) == compact.default == 0.6


def test_a_title_nobody_gave_is_written_as_a_sentence():
    titles = {field.id: field.title for field in form_fields(Request)}
    assert titles["model.context_window"] == "Context window"


def test_lists_and_mappings_are_left_to_views_of_their_own():
    found = {field.id for field in form_fields(Request)}
    assert "trace_id" in found
    assert not {"direct_target_refs", "relevance", "signals"} & found


def test_a_bound_of_a_field_is_kept_where_its_type_has_wider_ones():
    (window,) = fields_at(TimelineStage(), "", ("window",))
    assert (window.minimum, window.maximum) == (1, SAFE_INTEGER)
