"""One hash over everything that readers, writers, the linker and the translation of SPIR-V make.

`python -m fuzz.outputs --shared ../shared`.
Both engines (docs/engine.md) must give the same, errors and their offsets included: with MTLB_PURE=1 and without.
The inputs are the seeds of the campaign as they are, then so many of each changed as the campaign changes them, and the
pairs of the corpus. `--list` prints the hash of each output, so that two lists show the first that differs.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import mtlb
from mtlb.air import describe_all
from mtlb.air.reflection import buffer as reflection
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.stream import read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.bitstream.writer import write_stream
from mtlb.ir import parse
from mtlb.machinery.engine import engine
from mtlb.spirv.verify import verify_spirv
from mtlb.translate import translate

from .campaign import changed_records, mutations
from .seeds import seeds
from .targets import TARGETS, Kind

__all__ = ["outputs"]

Work = Callable[[bytes], bytes]


def _described(data: bytes) -> bytes:
    result = describe_all(read_module(data, bodies=False))
    texts = [f"{d.public_metadata()!r} {d.private_metadata()!r}".encode() for d in result]
    return b"".join([*texts, *(d.reflection_buffer() for d in result)])


def _rewritten(data: bytes) -> bytes:
    library = mtlb.read(data)
    for function in library.functions:
        function.module = write_module(read_module(function.module))
    return mtlb.write(library)


_WORK: dict[Kind, dict[str, Work]] = {
    Kind.MODULE: {
        "stream": lambda data: write_stream(read_stream(unwrap(data))),
        "rebuild": lambda data: write_module(read_module(data)),
        "text": lambda data: read_module(data).text().encode("utf-8", "surrogatepass"),
        "describe": _described,
        "link": lambda data: mtlb.write(mtlb.link([("input.air", data)]).library),
    },
    Kind.LIBRARY: {"rewrite": _rewritten, "verify": lambda data: "\n".join(map(str, mtlb.verify(data))).encode()},
    Kind.REFLECTION: {"reflection": lambda data: reflection.build(reflection.read(data))},
    Kind.SPIRV: {
        "findings": lambda data: "\n".join(map(str, verify_spirv(data))).encode("utf-8", "surrogatepass"),
        "translate": lambda data: bytes(translate(data, "macos14").module.air_bytes()),
    },
    Kind.TEXT: {"assembly": lambda data: write_module(parse(data))},
}


def _output(work: Callable[[], bytes]) -> bytes:
    """What the work makes, or the error that it ends with. Any other exception is a bug and ends the run."""
    try:
        return work()
    except MtlbError as error:
        return f"{type(error).__name__}: {error}".encode("utf-8", "surrogatepass")


def _inputs(kind: Kind, shared: Path | None, changed: int) -> Iterator[tuple[str, bytes]]:
    for number, data in enumerate(seeds(kind, shared)):
        yield f"{kind.value} {number}", data
    target = next(target for target in TARGETS.values() if target.kind is kind)
    for number, (_, data) in enumerate(islice(mutations([target], None, seed=17), changed)):
        yield f"{kind.value} changed {number}", data
    for number, (_, data) in enumerate(islice(changed_records([target], None, seed=17), changed)):
        yield f"{kind.value} records {number}", data


def _linked(folder: Path) -> bytes:
    return mtlb.write(mtlb.link([(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]).library)


def outputs(shared: Path | None, changed: int) -> Iterator[tuple[str, bytes]]:
    """Everything that is made, with a name: of every seed, `changed` changed ones a kind, and the corpus's pairs."""
    for kind, works in _WORK.items():
        for name, data in _inputs(kind, shared, changed):
            for what, work in works.items():
                yield f"{name} {what}", _output(partial(work, data))
    if shared is not None:
        for folder in sorted(shared.joinpath("pairs").glob("*/in")):
            yield f"pair {folder.parent.name}", _output(partial(_linked, folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="directory whose corpus/ has real libraries")
    parser.add_argument("--changed", type=int, default=200, help="changed inputs of each kind (default: 200)")
    parser.add_argument("--list", action="store_true", help="print the hash of each output too")
    arguments = parser.parse_args()
    whole, count = hashlib.sha256(), 0
    for name, result in outputs(arguments.shared, arguments.changed):
        digest = hashlib.sha256(result).hexdigest()
        whole.update(f"{name} {digest}\n".encode())
        count += 1
        if arguments.list:
            print(digest[:16], name)
    print(f"{whole.hexdigest()} over {count} outputs, {engine()}")


if __name__ == "__main__":
    main()
