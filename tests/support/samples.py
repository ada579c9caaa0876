"""Which samples are of texts: what counts places has nothing to say of recordings."""

from segmetrics.io import SAMPLES

TEXTS = [key for key, sample in SAMPLES.items() if sample.unit]
