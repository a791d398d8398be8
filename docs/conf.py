"""How Sphinx makes a site of this folder: `make docs`."""

import ast
import inspect
import textwrap
from typing import Any

from sphinx.application import Sphinx

import hanoi_fast

project = "hanoi_fast"
version = release = hanoi_fast.__version__
extensions = [
    "myst_parser",
    "sphinx_copybutton",
    "sphinx.ext.mathjax",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]

# Headings can be linked to from other pages, in the manner of the places where the pages are read unbuilt.
myst_heading_anchors = 3

# Formulas between dollar signs are set by MathJax; where there is no network they can be read as they are written.
myst_enable_extensions = ["dollarmath"]

# A button copies what is typed, not the prompts and not what is answered.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# What stands within single backticks may be a parameter: links would lead to an attribute of that name.
default_role = "code"
napoleon_use_ivar = True
autodoc_type_aliases = {"NDArray": "NDArray"}
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 70

html_theme = "furo"
html_title = f"hanoi_fast {version}"
html_show_sphinx = html_show_copyright = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
# The page that `hanoi-fast play` opens stands beside the others.
html_extra_path = ["../src/hanoi_fast/pictures/play.html"]
html_favicon = "drawings/icon.svg"

# The colours and the letters of that page.
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#28655f",
        "color-brand-content": "#28655f",
        "color-brand-visited": "#28655f",
        "color-background-primary": "#fffefb",
        "color-background-secondary": "#f5f3ee",
        "color-foreground-primary": "#23262b",
        "color-background-border": "#dfdace",
        "font-stack": "system-ui, sans-serif",
        "font-stack--headings": '"Iowan Old Style", Palatino, "Palatino Linotype", Georgia, serif',
    },
    "dark_css_variables": {
        "color-brand-primary": "#7fc9be",
        "color-brand-content": "#7fc9be",
        "color-brand-visited": "#7fc9be",
        "color-background-primary": "#1b1e22",
        "color-background-secondary": "#141619",
        "color-foreground-primary": "#e9e7e1",
        "color-background-border": "#32363d",
    },
}
# Both pass WCAG AAA on the backgrounds of code (tests/test_site.py).
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def as_written(app: Sphinx, what: str, name: str, thing: Any, options: Any, signature: str, returns: str) -> Any:
    """Return a signature as it stands in the code: what `ArrayLike` stands for takes half a page."""
    if what not in ("function", "method"):
        return None
    function = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    arguments.args = [argument for argument in arguments.args if argument.arg not in ("self", "cls")]
    returned = ast.unparse(function.returns).strip("'") if function.returns else None
    return f"({ast.unparse(arguments)})", returned


def setup(app: Sphinx) -> None:
    """Have signatures shown as written."""
    app.connect("autodoc-process-signature", as_written)
