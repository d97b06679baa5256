"""Points for being recent: linear as the specification computes it, or exponential decay."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from inspector.core.window.config import LINEAR_RECENCY_POINTS, RecencyDecay

Floats = npt.NDArray[np.float64]

MS_PER_DAY = 86_400_000

_LN2_HIGH = 6.93147180369123816490e-01
_LN2_LOW = 1.90821492927058770002e-10
_INVERSE_FACTORIALS = tuple(
    1.0 / factorial
    for factorial in (
        1,
        1,
        2,
        6,
        24,
        120,
        720,
        5_040,
        40_320,
        362_880,
        3_628_800,
        39_916_800,
        479_001_600,
        6_227_020_800,
    )
)


def exponential(exponents: Floats) -> Floats:
    """Return e to each exponent, the same bits on every machine.

    Library exponentials differ in the last bit between platforms, and one bit can reorder two
    chunks. This one uses only additions, multiplications and powers of two, which IEEE 754 fixes;
    it is within 2 units in the last place. Exponents are at most 0; below -700 the result is 0.
    """
    bounded = np.maximum(exponents, -700.0)
    halvings = np.rint(bounded / (_LN2_HIGH + _LN2_LOW))
    rest = (bounded - halvings * _LN2_HIGH) - halvings * _LN2_LOW
    series = np.zeros_like(rest)
    for coefficient in reversed(_INVERSE_FACTORIALS):
        series = series * rest + coefficient
    result = np.ldexp(series, halvings.astype(np.int64))
    return np.where(exponents < -700.0, 0.0, result)


def linear_recency(timestamps_ms: Floats, now_ms: float) -> Floats:
    """Return max(0, 20 - age in days); a future time gives 20, no time (NaN) gives 0."""
    ages = (now_ms - timestamps_ms) / MS_PER_DAY
    points = np.clip(LINEAR_RECENCY_POINTS - ages, 0.0, LINEAR_RECENCY_POINTS)
    return np.where(np.isnan(timestamps_ms), 0.0, points)


def exponential_recency(
    timestamps_ms: Floats, now_ms: float, business: npt.NDArray[np.bool_], decay: RecencyDecay
) -> Floats:
    """Return max boost x e^(-rate x age in days); a future time gives all, no time (NaN) none.

    ``business`` marks the chunks that fade at the slower business rate.
    """
    ages = np.maximum((now_ms - timestamps_ms) / MS_PER_DAY, 0.0)
    rates = np.where(business, decay.business_slow_decay, decay.decay_rate)
    known = ~np.isnan(timestamps_ms)
    exponents = np.where(known, -rates * np.where(known, ages, 0.0), 0.0)
    return np.where(known, decay.max_boost * exponential(exponents), 0.0)
