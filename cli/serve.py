"""mtlb serve: requests as lines of JSON on stdin, answers on stdout."""

from __future__ import annotations

import sys
from typing import Annotated

from .parameters import CommandOption


def command(
    allow_paths: Annotated[
        bool,
        CommandOption("--allow-paths", help="Let requests name files to read. Without it requests must send all data."),
    ] = False,
    max_line: Annotated[
        int, CommandOption(min=1024, max=1 << 30, metavar="BYTES", help="The maximum size of a line and of a file.")
    ] = 64 << 20,
    max_seconds: Annotated[
        float,
        CommandOption(
            min=0.001, max=86400, metavar="N", help="Time limit for a request; a longer request ends the process."
        ),
    ] = 60.0,
    max_threads: Annotated[int, CommandOption(min=1, metavar="N", help="The maximum number of threads in a run.")] = 1
    << 22,
    max_memory: Annotated[
        int, CommandOption(min=0, metavar="MB", help="Limit of the process's address space; 0 for no limit.")
    ] = 8192,
    schema: Annotated[bool, CommandOption("--schema", help="Print the JSON Schema of the protocol and stop.")] = False,
) -> None:
    """Answer JSON requests, one per line, for tools that are not in Python.

    One process answers any number of requests: convert, link, lint, verify, describe, run. Each has an id, which
    its answer repeats; binary data is base64. Errors are answers with mtlb's error fields. The process ends when
    stdin is closed. docs/serve.md has the protocol, examples/serve clients in C++ and Rust.

    Examples:

      echo '{"id": 1, "method": "hello"}' | mtlb serve
      mtlb serve --schema > mtlb.schema.json
    """
    from mtlb.serve import RequestLimits, protocol_schema, serve

    from . import console

    if schema:
        console.print_json(protocol_schema())
        return
    output = sys.stdout.buffer
    sys.stdout = sys.stderr  # the library's output on stdout must not mix with answers
    limits = RequestLimits(max_line, max_seconds, max_threads, max_memory)
    serve(sys.stdin.buffer, output, limits, paths=allow_paths)
