"""The README as the description of a package, for setup.py: there are no files beside it there.

Links and pictures become addresses: pages and pictures of docs/ those of the documentation site, other files those of
the repository at the version's tag. Both places are in [project.urls] of pyproject.toml; without that table links
become their text, and pictures are left out.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["described", "text"]

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^):#]+)\)")


def _addresses(pyproject: str) -> tuple[str, str] | None:
    """Documentation and source without a slash at the end; None where there is no place. SystemExit if one lacks."""
    table = re.search(r"^\[project\.urls\]\n((?:[^\[\n].*\n|\n)*)", pyproject, re.MULTILINE)
    if table is None:
        return None
    named = dict(re.findall(r'^(\w+) = "(\S+?)/?"$', table[1], re.MULTILINE))
    for name in ("Documentation", "Source"):
        if name not in named:
            raise SystemExit(f"mtlb: error: [project.urls] of pyproject.toml has no {name}")
    return named["Documentation"], named["Source"]


def described(readme: str, pyproject: str, version: str) -> str:
    """What a package that is built from these two files shows."""
    addresses = _addresses(pyproject)

    def moved(link: re.Match[str]) -> str:
        if addresses is None:
            return "" if link["picture"] else link["text"]
        site, source = addresses
        target = link["target"]
        if target == "CHANGELOG.md":
            place = f"{site}/changes/"
        elif target.startswith("docs/"):
            page = re.sub(r"(?:README)?[.]md$", "/", target.removeprefix("docs/")).replace("//", "/")
            place = f"{site}/{page}"
        else:
            place = f"{source}/blob/v{version}/{target}"
        return f"{link['picture']}[{link['text']}]({place})"

    return re.sub(r"\n{3,}", "\n\n", LINK.sub(moved, readme))


def text(version: str) -> str:
    """README.md of this checkout or source distribution."""
    readme, pyproject = (ROOT / name for name in ("README.md", "pyproject.toml"))
    return described(readme.read_text(encoding="utf-8"), pyproject.read_text(encoding="utf-8"), version)
