"""The papers' tables and figures, computed again and set beside what was published."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["PAPERS", "PAPERS_N"]

PAPERS: Mapping[str, str] = {
    "fournier2012": "Fournier & Inkpen (2012)",
    "scaiano2012": "Scaiano & Inkpen (2012)",
    "carroll2010": "Carroll (2010)",
    "diaz2022": "Diaz & Ouyang (2022)",
}
"""The papers that can be reproduced, key to name."""

PAPERS_N = 2
"""The `n` of near misses in the papers, unless a figure says another; whatever the default is."""
