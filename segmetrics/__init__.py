"""Agreement between people who segmented the same texts: all that a notebook needs.

``import segmetrics as sm`` is the one import. A name is loaded when it is first used, so that
the import itself takes no time. `__init__.pyi` lists them, for type checkers and for this module.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

__version__ = "0.3.0"

_STUB = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
# The names of the face by the module that has them: those that the stub only mentions have no "as".
_PLACES = {
    name: module
    for module, name in re.findall(r"from segmetrics\.(\S+) import (?:\(\s+)?(\w+) as \2\b", _STUB)
}
# The metrics whose keys are not the names of their functions.
_METRICS = re.findall(r"^(\w+) = \w+$", _STUB, re.MULTILINE)
# The names that are two functions: that of texts, and that of recordings.
_BY_AXIS = {
    "agreement": (
        ("coefficients.agreement_table", "agreement"),
        ("reliability.recording_agreement", "recording_agreement"),
    ),
    "causes": (("claims.causes", "causes"), ("claims.causes", "causes_in_recordings")),
    "compare": (
        ("reliability.comparison", "compare"),
        ("reliability.recording_changes", "recording_changes"),
    ),
    "consensus": (
        ("adjudication.adjudications", "consensus"),
        ("adjudication.consensus_in_time", "consensus_in_time"),
    ),
    "trends": (
        ("reliability.trends", "trends"),
        ("reliability.recording_changes", "recording_trends"),
    ),
}

__all__ = sorted([*_PLACES, *_BY_AXIS, *_METRICS])


def __getattr__(name: str) -> Any:
    """Load a name when it is first used."""
    if name in _METRICS:
        found = _from("metrics.registry", "METRICS")[name].function
    elif name in _BY_AXIS:
        texts, recordings = _BY_AXIS[name]
        found = _from("axis", "by_axis")(_from(*texts), _from(*recordings))
    elif name in _PLACES:
        found = _from(_PLACES[name], name)
    else:
        raise AttributeError(f"module 'segmetrics' has no attribute {name!r}")
    globals()[name] = found
    return found


def _from(module: str, name: str) -> Any:
    return getattr(import_module(f"segmetrics.{module}"), name)


def __dir__() -> list[str]:
    """List the names of the face."""
    return [*__all__, "__version__"]
