"""Hooks of mkdocs for the documentation site: pages that are made from the code, links that leave docs/, the explorer.

The explorer is a folder of static files that tools/build_explorer.py makes; `MTLB_EXPLORER` names it (mkdocs.yml), and
the site has it as explore/ (explorer/ is the page about it). Without one there is no button that leads to it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
import checkout_links
import gen_api_pages
import gen_builder_reference
import gen_error_index
import gen_man_pages

from fuzz import table
from mtlb.base.toml import toml_document
from mtlb.cli.commands import NAMES

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
README = "README.md"
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
EXPLORER = "explorer"  # the setting, and the page about it
PLACE = "explore"
CHANGES = "changes"  # pages that are in the site alone, as errors and manual

MANUAL = """# Manual pages

`man mtlb` and `man mtlb-COMMAND`, where these files are in a folder of `MANPATH`; `man -l FILE` shows one. They say
what `--help` says, and are made from the same objects: `python tools/gen_man_pages.py DIR`.

"""
OPEN = '<p><a class="md-button md-button--primary" href="{}">Open the explorer</a></p>\n'


def on_config(config: Any) -> Any:
    """Links for mkdocstrings; addresses from pyproject.toml, if it has any.

    The navigation names commands, rules and packages by patterns.
    """
    checkout_links.make_links()
    urls = toml_document((ROOT / "pyproject.toml").read_text(encoding="utf-8"), "pyproject.toml is")["project"].get(
        "urls", {}
    )
    config.site_url = config.site_url or urls.get("Documentation")
    if "Source" in urls:
        config.copyright = f'<a href="{urls["Source"]}">Source</a> · <a href="{urls["Changelog"]}">Changes</a>'
    result = {
        "commands/*": [f"commands/{name}.md" for name in NAMES],
        "lint/*": sorted(f"lint/{path.name}" for path in DOCS.glob("lint/AIR*.md")),
        "errors/*": [f"{name}.md" for name, _ in gen_error_index.pages() if not name.endswith("README")],
        "packages/*": [f"{name}.md" for name, _ in gen_api_pages.pages() if not name.endswith("README")],
    }
    _expand(config.nav, result)
    folder = config.extra.get(EXPLORER)
    if folder and not (Path(folder) / "index.html").is_file():
        raise PluginError(f"MTLB_EXPLORER: {folder} has no index.html: tools/build_explorer.py makes the folder")
    return config


def _expand(nav: list[Any], names: dict[str, list[str]]) -> None:
    for place in reversed(range(len(nav))):
        entry = nav[place]
        if isinstance(entry, dict):
            for below in entry.values():
                if isinstance(below, list):
                    _expand(below, names)
        elif entry in names:
            nav[place : place + 1] = names[entry]


def on_files(files: Files, config: Any) -> Files:
    """The index of codes and messages, the manual pages, the changes, the API, the builder's reference."""
    manual = dict(gen_man_pages.pages())
    listed = "".join(f"- [{name}(1)](man/{name}.1)\n" for name in manual)
    pages = {
        "builder-api": gen_builder_reference.page(),
        "manual": MANUAL + listed,
        CHANGES: (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        **dict(gen_api_pages.pages()),
        **dict(gen_error_index.pages()),
    }
    result = {f"{name}.md": text for name, text in pages.items()}
    result |= {f"man/{name}.1": text for name, text in manual.items()}
    for path, text in result.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """A link to a file of the repository that is not a page becomes its name; one to a folder leads to its README.

    A link that has the name of a page's file gets the page's title. Commands get their arguments and options, the first
    page and the explorer's a way to open it, the page on security the figures of the fuzzing campaign, the page on the
    library its reference.
    """
    path = page.file.src_uri
    here = Path(path).parent
    is_changes = path == f"{CHANGES}.md"
    if is_changes:
        here = Path("..")

    def changed(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        place = os.path.normpath(here / target)
        if is_changes and place.startswith("../docs/"):
            return f"[{text}]({place.removeprefix('../docs/')}{anchor})"
        if place == "../CHANGELOG.md":
            return f"[{text}]({os.path.relpath(f'{CHANGES}.md', here)}{anchor})"
        if place.startswith(".."):
            name = os.path.normpath(Path("docs") / place)
            return text if name in text else f"{text} (`{name}` in the repository)"
        if (DOCS / place).is_dir():
            return f"[{text}]({os.path.join(target, README)}{anchor})" if (DOCS / place / README).exists() else text
        if text == os.path.basename(target) and (DOCS / place).is_file():
            return f"[{_title(DOCS / place)}]({target}{anchor})"
        return match[0]

    markdown = LINK.sub(changed, markdown)
    if path.startswith("commands/") and here.joinpath(path).stem in NAMES:
        markdown += _options(here.joinpath(path).stem)
    if path == "security.md":
        markdown = markdown.replace(table.MARK, table.figures())
    if path == gen_api_pages.FACES.name:
        markdown = markdown.replace(gen_api_pages.MARK, gen_api_pages.face())
    if config.extra.get(EXPLORER) and path in ("index.md", f"{EXPLORER}.md"):
        head, _, rest = markdown.partition("\n\n")
        markdown = f"{head}\n\n{OPEN.format(_address(page))}\n{rest}"
    return markdown


def _title(page: Path) -> str:
    """What a page is about: its heading, up to a colon."""
    heading = page.read_text(encoding="utf-8").partition("\n")[0]
    return heading.lstrip("# ").partition(":")[0]


def _address(page: Any) -> str:
    """Where the explorer is, from a page."""
    return f"{'../' * page.url.count('/')}{PLACE}/index.html"


def _options(name: str) -> str:
    """The arguments and options of a command, as a list of definitions."""
    command, context = next((c, x) for n, c, x in gen_man_pages.commands() if n == f"mtlb-{name}")
    usage = " ".join(context.command.get_usage(context).removeprefix("Usage: ").split())
    lines = ["\n\n## All options\n", f"```\n{usage}\n```\n"]
    for title, rows in gen_man_pages.panels(command, context).items():
        lines.append(f"### {title[:1].upper()}{title[1:]}\n")
        for option, text in rows:
            lines.append(f"`{option}`\n:   {gen_error_index.cell(text)}\n")
    lines.append(f"The same as a [manual page](../man/mtlb-{name}.1).\n")
    return "\n".join(lines)


def on_post_build(config: Any) -> None:
    """The explorer's files, as they are."""
    folder = config.extra.get(EXPLORER)
    if folder:
        shutil.copytree(folder, Path(config.site_dir) / PLACE, dirs_exist_ok=True)
