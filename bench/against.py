"""`python -m bench.against CHECKOUT MODULES`: this mtlb beside an older one, by turns, on a directory of modules.

The seconds of a shared machine tell little by themselves. Where an older commit was measured on a better one, the
factor between the two tells what this one would take there. The modules are linked 64 at a time, or done one at a time
with another job of bench/jobs.py that both versions can do (`--job`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))

from bench.engines import PURE, Engine, engines  # noqa: E402
from bench.measure import Case, Pieces, measure  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, help="the older one: a directory with mtlb/")
    parser.add_argument("modules", type=Path, help="a directory of modules")
    parser.add_argument("--job", default="link", help="what is done (default: link)")
    parser.add_argument("--rounds", type=int, default=3, help="the best of each piece counts (default: 3)")
    parser.add_argument("--compiled", metavar="PYTHON", help="an interpreter that has the compiled engine")
    arguments = parser.parse_args()
    older = Engine("older", PURE.python, {**PURE.environment, "PYTHONPATH": str(arguments.checkout.resolve())}, ROOT)
    modules = str(arguments.modules.resolve())

    def pieces(engine: Engine, _: int) -> Pieces:
        return Pieces(engine.script("jobs.py", arguments.job, modules, "--turns"), engine)

    used = engines(arguments.compiled)
    measured = measure(Case(arguments.job, "", pieces, pieces(older, 1), "older"), used, arguments.rounds)
    print(f"older     {measured.yardstick.processor:9.3f} s")
    for (name, _), sample in measured.ours.items():
        print(
            f"{name:9} {sample.processor:9.3f} s  {measured.yardstick.processor / sample.processor:6.2f} times as fast"
        )


if __name__ == "__main__":
    main()
