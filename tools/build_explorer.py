"""Assembles the static explorer in a folder: `python tools/build_explorer.py DIR`. Any web server can serve it.

It is `mtlb explore --export DIR` with the Pyodide that `web/package-lock.json` names (`npm ci` in `web/` fetches it).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from mtlb.base.errors import MtlbError  # noqa: E402
from mtlb.explore.export import export_explorer  # noqa: E402

RUNTIME = ROOT / "web" / "node_modules" / "pyodide"


def main() -> None:
    parser = argparse.ArgumentParser(description="Assembles the static explorer in a folder.")
    parser.add_argument("target", type=Path, help="the folder to fill")
    parser.add_argument("--runtime", type=Path, default=RUNTIME, help="the folder with Pyodide's files")
    arguments = parser.parse_args()
    try:
        export_explorer(arguments.target, arguments.runtime)
    except MtlbError as error:
        raise SystemExit(f"{error} (`npm ci` in web/ fetches it)") from None


if __name__ == "__main__":
    main()
