"""A bundle without contents holds what a request chose from, and none of its texts."""

import json

from inspector.core import CandidateSet, Request, inject
from inspector.core.tokens import counter_by_name
from inspector.files.audit_bundle.index import without_contents
from tests.shared.injection_input import bucket, candidate_set, card, file, policy, request


def test_texts_that_only_the_request_brings_are_left_out_and_the_result_is_the_same():
    secret = "own words of the request"
    own = card("mine", 1.0, renderings={"compact": secret})
    owned = bucket("own", file("f", 0.5) | {"text": secret})
    asked = request(candidates={"only": ["n1"], "knowledge_cards": [own], "buckets": [owned]})
    shared = candidate_set([card("n0", 0.9), card("n1", 0.8)])
    tokens = counter_by_name("o200k_base")
    wanted = inject(asked, shared, policy(500), tokens)
    rest = without_contents(wanted, shared, asked, tokens)
    text = json.dumps([rest.candidates, rest.request])
    assert secret not in text
    assert "n0" not in text
    again = inject(
        Request.model_validate(rest.request),
        CandidateSet.model_validate(rest.candidates),
        policy(500),
        tokens,
    )
    assert again.manifest == wanted.manifest
