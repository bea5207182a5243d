"""The README as PyPI shows it, for setup.py: there are no files beside it there, so links and pictures are addresses.

Pages and pictures of docs/ are those of the documentation site, other files those of the repository at the version's
tag; both addresses are in pyproject.toml.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["text"]

ROOT = Path(__file__).resolve().parent.parent


def _address(pyproject: str, name: str) -> str:
    found = re.search(rf'^{name} = "(\S+?)/?"$', pyproject, re.MULTILINE)
    if found is None:
        raise SystemExit(f"mtlb: error: [project.urls] of pyproject.toml has no {name}")
    return found[1]


def text(version: str) -> str:
    """README.md of this checkout or source distribution."""
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    site, source = _address(pyproject, "Documentation"), _address(pyproject, "Source")

    def moved(match: re.Match[str]) -> str:
        target = match[1]
        if target == "CHANGELOG.md":
            return f"]({site}/changes/)"
        if not target.startswith("docs/"):
            return f"]({source}/blob/v{version}/{target})"
        page = target.removeprefix("docs/")
        return f"]({site}/{re.sub(r'(?:README)?[.]md$', '/', page).replace('//', '/')})"

    return re.sub(r"\]\(([^):#]+)\)", moved, (ROOT / "README.md").read_text(encoding="utf-8"))
