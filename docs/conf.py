"""The documentation site: ``python -m sphinx -W docs build/docs``."""

import gc
import sys
from pathlib import Path

from jinja2.sandbox import SandboxedEnvironment
from numpydoc import docscrape_sphinx

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import segmetrics  # noqa: E402

# To look for garbage takes a quarter of the time, and a template for each docstring a tenth.
gc.disable()
kept: dict[str, SandboxedEnvironment] = {}
docscrape_sphinx.SandboxedEnvironment = lambda loader: kept.setdefault(
    "", SandboxedEnvironment(loader=loader)
)

project = "segmetrics"
author = "The segmetrics developers"
release = version = segmetrics.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",  # for its role: what is marked as code links to what it names
    "numpydoc",
    "directives",
]
default_role = "autolink"
exclude_patterns = ["build"]
nitpicky = True
# What docstrings mark as code may be a parameter, and a type another project's: these link
# where they can, and a name that two modules have to either.
nitpick_ignore_regex = [("py:(obj|class)", ".*")]
suppress_warnings = ["ref.python"]

myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 3

autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
toc_object_entries = False  # they would be most of the menu of every page
python_use_unqualified_type_names = True
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

html_theme = "furo"
html_title = f"segmetrics {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = str(HERE.parent / "data" / "icon.svg")
html_math_renderer = "mathml"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#2a5d92",
        "color-brand-content": "#1f66ad",
        "color-background-primary": "#fbf9f5",
        "color-background-secondary": "#f2eee6",
        "color-background-border": "#ddd6c9",
        "color-foreground-primary": "#23211d",
        "color-api-name": "#1f66ad",
        "color-api-pre-name": "#23211d",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7db2e6",
        "color-brand-content": "#6cb0f2",
        "color-background-primary": "#17181b",
        "color-background-secondary": "#222428",
        "color-background-border": "#3a3c41",
        "color-foreground-primary": "#e9e6df",
        "color-api-name": "#6cb0f2",
        "color-api-pre-name": "#e9e6df",
    },
}
