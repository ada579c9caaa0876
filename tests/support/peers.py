"""Other software that computes the same: NLTK and segeval.

Python says when it compiles them that they hold invalid escapes and compare literals by "is".
segeval loads a module when a name of it is first asked for, so all are asked for here.
"""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import segeval as segeval
    from nltk.metrics import scores, segmentation
    from nltk.metrics.agreement import AnnotationTask as AnnotationTask

    for name in segeval.__all__:
        getattr(segeval, name)

nltk_scores, nltk_segmentation = scores, segmentation
