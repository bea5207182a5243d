"""Says what a release lacks: `python tools/check_release.py [--tag v1.2.3] [--repository OWNER/NAME] [PACKAGE...]`.

The tag is that of the version, the change log has a dated section for it and nothing that is unreleased, the addresses
of pyproject.toml are those of the repository, and every package has that version. Nothing is printed, and the exit code
is 0, if nothing is lacking.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from mtlb._version import __version__  # noqa: E402
from mtlb.base.toml import toml_document  # noqa: E402

__all__ = ["lacking"]


def lacking(
    changes: str, pyproject: str, tag: str | None = None, repository: str | None = None, packages: Sequence[str] = ()
) -> Iterator[str]:
    """What is wrong with a release of these texts of CHANGELOG.md and pyproject.toml, a line each."""
    if tag is not None and tag != f"v{__version__}":
        yield f"the tag is {tag}, and the version of mtlb/_version.py {__version__}"
    if not re.search(rf"^## {re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)$", changes, re.MULTILINE):
        yield f"CHANGELOG.md has no section '## {__version__} (YYYY-MM-DD)'"
    if re.search(r"^## Unreleased$", changes, re.MULTILINE):
        yield "CHANGELOG.md has a section '## Unreleased'"
    if repository is not None:
        urls = toml_document(pyproject, "pyproject.toml is")["project"].get("urls", {})
        if not urls:
            yield "pyproject.toml has no [project.urls]: the package does not say where the project lives"
        owner, _, name = repository.partition("/")
        homes = (f"https://github.com/{owner}/{name}".lower(), f"https://{owner}.github.io/{name}/".lower())
        for title, address in urls.items():
            if not f"{address.lower()}/".startswith((f"{homes[0]}/", homes[1])):
                yield f"pyproject.toml: {title} is {address}, and the repository is {repository}"
    for package in packages:
        if not Path(package).name.startswith((f"mtlb-{__version__}-", f"mtlb-{__version__}.tar.gz")):
            yield f"{package} is not of version {__version__}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tag", metavar="TAG", help="the tag that is to be released")
    parser.add_argument("--repository", metavar="OWNER/NAME", help="where it is released from")
    parser.add_argument("packages", metavar="PACKAGE", nargs="*", help="wheels and source distributions")
    argument = parser.parse_args()
    changes, pyproject = ((ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "pyproject.toml"))
    sys.exit("\n".join(lacking(changes, pyproject, argument.tag, argument.repository, argument.packages)) or 0)


if __name__ == "__main__":
    main()
