"""Large candidate sets with declared counts, made quickly and the same every time."""

import numpy as np

from inspector.core.injection.candidates import Bucket, BucketFile, CandidateSet
from inspector.core.injection.columns import ColumnsBuilder

KINDS = ("entity", "event", "procedure", "interaction_policy")
FILES, BUCKETS = 200, 5


def large_set(cards: int, *, seed: int = 1) -> CandidateSet:
    """Return a set of counted cards, half of them extracted from 200 files in 5 buckets."""
    random = np.random.default_rng(seed)
    kinds = random.choice(len(KINDS), cards, p=[0.6, 0.3, 0.07, 0.03]).tolist()
    relevance = np.round(random.random(cards), 4).tolist()
    compact = random.integers(20, 90, cards).tolist()
    origin = random.integers(0, 2 * FILES, cards).tolist()
    builder = ColumnsBuilder()
    for number in range(cards):
        file, size = origin[number], compact[number]
        extracted = file < FILES
        builder.append(
            f"card-{number:07d}",
            KINDS[kinds[number]],
            f"Card number {number}",
            relevance[number],
            f"matter-{file % 7}",
            "bucket_file" if extracted else "conversation",
            f"bucket-{file * BUCKETS // FILES}:file-{file}" if extracted else None,
            (None, None, None),
            (size, 2 * size, 4 * size),
            None,
        )
    return CandidateSet(
        set_id=f"large-{cards}", knowledge_cards=builder.build(), buckets=_buckets(random)
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
