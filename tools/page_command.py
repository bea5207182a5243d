"""The command of the tools that make one page of docs/: write it, or with --check say whether it is up to date."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(documentation: str | None, page: Path, text: str) -> int:
    """Write the page, or check it; the exit code. `documentation`: the tool's own, for --help."""
    parser = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if it is not up to date")
    options = parser.parse_args()
    if page.is_file() and page.read_text(encoding="utf-8") == text:
        return 0
    if options.check:
        tool = Path(sys.argv[0]).name
        print(f"{page.relative_to(ROOT)} is not up to date: run python tools/{tool}", file=sys.stderr)
        return 1
    page.write_text(text, encoding="utf-8")
    return 0
