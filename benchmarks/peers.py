"""What segeval and NLTK are asked for, imported without their warnings."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    # Old escapes in docstrings, told when a module is compiled for the first time.
    warnings.simplefilter("ignore")
    from nltk.metrics.segmentation import ghd as nltk_ghd
    from nltk.metrics.segmentation import pk as nltk_pk
    from nltk.metrics.segmentation import windowdiff as nltk_window_diff
    from segeval.agreement.bias import artstein_poesio_bias_linear
    from segeval.agreement.kappa import fleiss_kappa_linear
    from segeval.agreement.pi import fleiss_pi_linear
    from segeval.data import Dataset
    from segeval.similarity.boundary import boundary_similarity
    from segeval.similarity.segmentation import segmentation_similarity
    from segeval.similarity.weight import weight_a, weight_s, weight_t
    from segeval.window.pk import pk as segeval_pk
    from segeval.window.windowdiff import window_diff as segeval_window_diff

__all__ = [
    "Dataset",
    "artstein_poesio_bias_linear",
    "boundary_similarity",
    "fleiss_kappa_linear",
    "fleiss_pi_linear",
    "nltk_ghd",
    "nltk_pk",
    "nltk_window_diff",
    "segeval_pk",
    "segeval_window_diff",
    "segmentation_similarity",
    "weight_a",
    "weight_s",
    "weight_t",
]
