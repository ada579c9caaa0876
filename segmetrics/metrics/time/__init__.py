"""Agreement about boundaries in time: hits within a tolerance, deviations, covering, labels.

The fields that segment recordings have measures of their own: music information retrieval
(`hit_rate`, `boundary_deviation`, `label_agreement`), changepoint detection (`covering`,
`against_references`) and the psychology of events (`segmentation_agreement`).
"""
