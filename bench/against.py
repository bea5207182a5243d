"""`python -m bench.against CHECKOUT MODULES`: this mtlb beside an older one, by turns, on a directory of modules.

The seconds of a shared machine tell little by themselves. Where an older commit was measured on a better one, the
factor between the two tells what this one would take there. The modules are linked 64 at a time, or done one at a time
with another job of bench/jobs.py that both versions can do (`--job`).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.cases import by_turns
from bench.engines import PURE, ROOT, Engine, engines
from bench.measure import Case, measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, help="the older one: a directory with mtlb/")
    parser.add_argument("modules", type=Path, help="a directory of modules")
    parser.add_argument("--job", default="link", help="what is done (default: link)")
    parser.add_argument("--rounds", type=int, default=3, help="the best of each piece counts (default: 3)")
    parser.add_argument("--compiled", metavar="PYTHON", help="an interpreter that has the compiled engine")
    arguments = parser.parse_args()
    older = Engine("older", PURE.python, {**PURE.environment, "PYTHONPATH": str(arguments.checkout.resolve())}, ROOT)
    name, modules = arguments.job, arguments.modules.resolve()
    used = engines(arguments.compiled)
    case = Case(name, "", lambda engine, _: by_turns(engine, name, modules), by_turns(older, name, modules), "older")
    measured = measure(case, used, arguments.rounds)
    print(f"{older.name:9} {measured.yardstick.processor:9.3f} s")
    for (engine, count), sample in measured.ours.items():
        print(f"{engine:9} {sample.processor:9.3f} s  {1 / measured.ratio(engine, count):6.2f} times as fast")


if __name__ == "__main__":
    main()
