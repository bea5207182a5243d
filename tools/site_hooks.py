"""Hooks of mkdocs for the documentation site: pages that are made from the code, and links that leave docs/."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))
import gen_error_index

DOCS = Path(__file__).resolve().parents[1] / "docs"
RULES = "lint/*"
README = "README.md"
INDEX = "errors"  # a page that is in the site alone
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def on_config(config: Any) -> Any:
    """The navigation names the pages of lint's rules by a pattern."""
    for section in config.nav:
        for pages in section.values():
            if RULES in pages:
                place = pages.index(RULES)
                pages[place : place + 1] = sorted(f"lint/{path.name}" for path in DOCS.glob("lint/AIR*.md"))
    return config


def on_files(files: Files, config: Any) -> Files:
    """The index of codes and messages."""
    files.append(File.generated(config, f"{INDEX}.md", content=gen_error_index.index()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """A link to a file of the repository that is no page becomes its name; one to a folder leads to its README."""
    here = Path(page.file.src_uri).parent

    def changed(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        path = os.path.normpath(here / target)
        if path.startswith(".."):
            name = os.path.normpath(Path("docs") / path)
            return text if name in text else f"{text} (`{name}` in the repository)"
        if (DOCS / path).is_dir():
            return f"[{text}]({os.path.join(target, README)}{anchor})" if (DOCS / path / README).exists() else text
        return match[0]

    return LINK.sub(changed, markdown)
