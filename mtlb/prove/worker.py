"""The child process of a proof: it loads one library after the other, and announces each step before it starts.

Metal's assertions, and drivers, may end the process; the parent then knows the function, and starts another process.
`python -m mtlb.prove.worker` reads each job as a line of JSON, and writes events as lines of JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..base.errors import MtlbError
from ..container import FunctionType, read
from ..cpu.process import Session
from .framework import default_device, describe_device, failure, load_framework
from .pipelines import FunctionFacts, Pipelines, read_facts
from .runs import Outcome, Runner

Say = Callable[[dict[str, Any]], None]


def work(jobs: Any, say: Say) -> None:
    """Do all jobs. The first event describes the device; after each job there is an event with the key `done`."""
    try:
        framework = load_framework()
        device = default_device(framework)
    except MtlbError as error:
        say({"problem": error.reason})
        return
    say({"device": describe_device(framework, device)})
    with Session(optimize=0) as session:  # with checks LLVM's level 2 takes eight times as long, and each runs once
        for line in jobs:
            job = json.loads(line)
            _prove_library(framework, device, session, job, say)
            say({"done": True})


def _prove_library(framework: Any, device: Any, session: Session, job: dict[str, Any], say: Say) -> None:
    """Load a library and test each function that the job does not list as done."""
    path = Path(job["path"])
    url = framework.foundation.NSURL.fileURLWithPath_(str(path))
    loaded, error = device.newLibraryWithURL_error_(url, None)
    if problem := failure(loaded, error):
        say({"loaded": False, "error": problem})
        return
    try:
        library = read(path.read_bytes())
        facts = read_facts(library)
    except MtlbError as wrong:
        say({"loaded": True, "error": f"Metal loads it, mtlb does not read it: {wrong.reason}"})
        return
    names = sorted(str(name) for name in loaded.functionNames())
    ours = sorted(function.name for function in library.functions)
    different = "" if names == ours else f"Metal lists {', '.join(names)}; mtlb {', '.join(ours)}"
    say({"loaded": True, "error": different})
    pipelines = Pipelines(framework, device, loaded, facts)
    runner = Runner(framework, device, library, session)
    done = set(job["done"])
    for name, fact in facts.items():
        if name not in done:
            say({"begin": name, "kind": fact.kind.label})
            say({"function": _prove_function(pipelines, runner, fact, job["run"])})
    for vertex, fragment in job["draws"]:
        name = f"{vertex} + {fragment}"
        if name not in done:
            say({"begin": name, "kind": "picture"})
            say({"function": _ran({"name": name, "kind": "picture"}, runner.draw(pipelines, vertex, fragment))})


def _prove_function(pipelines: Pipelines, runner: Runner, facts: FunctionFacts, run: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"name": facts.name, "kind": facts.kind.label}
    compiled = pipelines.compiled(facts.name)
    if compiled.skipped or compiled.error:
        row["compiled"] = "skipped" if compiled.skipped else "failed"
        row["reason"] = compiled.skipped or compiled.error
        return row
    row["compiled"] = "ok"
    if run and facts.kind is FunctionType.KERNEL and not facts.is_tile:
        return _ran(row, runner.run_kernel(facts, compiled))
    return row


def _ran(row: dict[str, Any], outcome: Outcome) -> dict[str, Any]:
    """The result of a run, in the fields of a `FunctionProof`."""
    row.setdefault("compiled", "ok")
    if outcome.difference is None:
        row["ran"] = "skipped" if outcome.skipped else "failed"
        row["reason"] = outcome.skipped or outcome.error
        return row
    difference = outcome.difference
    row["ran"] = "differs" if difference.beyond else "close" if difference.unequal else "equal"
    row["reason"] = (
        f"{difference.beyond} of {difference.elements} values differ; {difference.first}" if difference.beyond else ""
    )
    row.update(
        elements=difference.elements,
        unequal=difference.unequal,
        ulps=difference.ulps,
        worst=difference.worst,
        bound=difference.bound,
    )
    return row


def main() -> None:
    """Read jobs from stdin and write events to the original stdout; all other output goes to stderr."""
    events = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(event: dict[str, Any]) -> None:
        events.write(json.dumps(event) + "\n")
        events.flush()

    work(sys.stdin, say)


if __name__ == "__main__":
    main()
