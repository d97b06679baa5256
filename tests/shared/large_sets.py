"""Large candidate sets with declared counts, made quickly and the same every time."""

import numpy as np

from inspector.core.candidates.candidate_set import Bucket, BucketFile, CandidateSet
from inspector.core.candidates.card import ATTRIBUTED
from inspector.core.candidates.columns import ColumnsBuilder, HeldTexts

KINDS = ("entity", "event", "procedure", "interaction_policy")
FILES, BUCKETS = 200, 5


def large_set(cards: int, *, seed: int = 1) -> CandidateSet:
    """Return a set of counted cards, half of them extracted from 200 files in 5 buckets."""
    random = np.random.default_rng(seed)
    kinds = random.choice(len(KINDS), cards, p=[0.6, 0.3, 0.07, 0.03]).tolist()
    relevance = np.round(random.random(cards), 4).tolist()
    compact = random.integers(20, 90, cards).tolist()
    origin = random.integers(0, 2 * FILES, cards).tolist()
    from_file = [file < FILES for file in origin]
    builder = ColumnsBuilder()
    builder.extend(
        {
            "node_id": [f"card-{number:07d}" for number in range(cards)],
            "node_kind": [KINDS[kind] for kind in kinds],
            "canonical_name": [f"Card number {number}" for number in range(cards)],
            "relevance_score": relevance,
            "matter_id": [f"matter-{file % 7}" for file in origin],
            "provenance_source": [
                "bucket_file" if extracted else "conversation" for extracted in from_file
            ],
            "provenance_source_ref": [
                f"bucket-{file * BUCKETS // FILES}:file-{file}" if extracted else None
                for file, extracted in zip(origin, from_file, strict=True)
            ],
        }
        | {field.name: [field.default] * cards for field in ATTRIBUTED},
        has_text=bytes(3 * cards),
        declared=[tokens for size in compact for tokens in (size, 2 * size, 4 * size)],
    )
    return CandidateSet(
        set_id=f"large-{cards}",
        knowledge_cards=builder.build(HeldTexts([None] * (3 * cards))),
        buckets=_buckets(random),
    )


def _buckets(random: np.random.Generator) -> tuple[Bucket, ...]:
    per_bucket = FILES // BUCKETS
    return tuple(
        Bucket(
            bucket_id=f"bucket-{number}",
            bucket_title=f"Bucket {number}",
            matter_id=f"matter-{number}",
            background="Background of the matter. " * 8,
            files=tuple(
                BucketFile(
                    file_id=f"file-{number * per_bucket + place}",
                    title=f"File {place}",
                    summary="What the file is about, in a sentence. " * 2,
                    token_count=int(random.integers(200, 3000)),
                    relevance_score=float(random.random()),
                )
                for place in range(per_bucket)
            ),
        )
        for number in range(BUCKETS)
    )
