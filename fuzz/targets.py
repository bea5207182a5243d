"""One function per reader: it takes arbitrary bytes and returns, or raises MtlbError. Anything else is a finding."""

from __future__ import annotations

import bz2
import contextlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

from mtlb.base.errors import MtlbError
from mtlb.cli.commands import COMMANDS, CommandRow

__all__ = ["MEMORY_FACTOR", "TARGETS", "Broken", "Kind", "Target", "library_round_trip"]


class Broken(AssertionError):
    """The reader accepted the bytes, and a guarantee was violated afterwards."""


class Kind(Enum):
    """The kind of file that a target reads."""

    LIBRARY = "library"
    MODULE = "module"
    REFLECTION = "reflection"
    ARCHIVE = "archive"
    SOURCES = "sources"
    TAR = "tar"
    UNIVERSAL = "universal"
    TEXT = "text"
    DIRECT3D = "direct3d"
    SPIRV = "spirv"
    FOREIGN = "foreign"
    METAL = "metal source"
    PLAN = "plan"
    STEP = "step"
    ATTESTATION = "attestation"
    KEY = "key"
    PLIST = "plist"
    WHEEL = "wheel"
    PACKAGE = "package"
    BASELINE = "baseline"
    SIZES = "sizes"
    WRITTEN_OUT = "written out"
    HOSTILE = "hostile"
    REQUEST = "request"


_GOLDEN = Path(__file__).resolve().parents[1] / "golden"

MEMORY_FACTOR = 20
"""The guarantee: a reader takes no more memory than so many times the file."""


@dataclass(frozen=True)
class Target:
    """`weight` is how often the campaign picks it: what is quick and reads most gets the most inputs.

    `memory`: how many times its input it may take, beyond what all do.
    """

    name: str
    kind: Kind
    run: Callable[[bytes], None]
    weight: int = 10
    memory: int = MEMORY_FACTOR


# --- libraries -------------------------------------------------------------------------------------------------------


def library_round_trip(data: bytes) -> None:
    """What was read is written, and reads as the same bytes again."""
    import mtlb

    library = mtlb.read(data)
    for function in library.functions:
        parts = (function.module, function.public_metadata, function.private_metadata)
        assert all(part is not None for part in parts)
        _ = function.source, function.reflection
    written = mtlb.write(library)
    if len(written) > 2 * len(data) + 4096:
        raise Broken(f"{len(data)} bytes became {len(written)}")
    again = mtlb.write(mtlb.read(written))
    # Where no size is stored, a module without a valid wrapper extends to the next one.
    if again != written and not library.has_nul_after_modules:
        raise Broken("what was written reads as something else")


def universal_round_trip(data: bytes) -> None:
    """A universal file: what was read is written, and reads as the same slices again."""
    from mtlb.archives import UniversalFile, architecture_of, read_universal

    file = UniversalFile.create(item._replace(alignment=4) for item in read_universal(data).slices)
    written = file.to_bytes()
    if read_universal(written).to_bytes() != written:
        raise Broken("what was written reads as something else")
    for item in file.slices:
        architecture_of(item.data)


def verify_library(data: bytes) -> None:
    from mtlb.container.verify import verify

    for problem in verify(data):
        str(problem)


# --- modules ---------------------------------------------------------------------------------------------------------


def bitstream_round_trip(data: bytes) -> None:
    """Every block of a stream, and the stream written again: reading that gives the same records."""
    from mtlb.bitstream.stream import read_stream
    from mtlb.bitstream.wrapper import unwrap
    from mtlb.bitstream.writer import write_stream

    written = write_stream(read_stream(unwrap(data)))
    if write_stream(read_stream(written)) != written:
        raise Broken("a stream that we wrote is written differently the second time")


def module_round_trip(data: bytes) -> None:
    """A module into the model and back; what was written can be read."""
    from mtlb.bitcode import read_module
    from mtlb.bitcode.writer import write_module

    written = write_module(read_module(data))
    try:
        read_module(written)
    except MtlbError as error:
        raise Broken(f"what was written can't be read: {error}") from error


def interface(data: bytes) -> None:
    """The AIR metadata of a module as objects, and from them: what was written can be read."""
    from mtlb.air import read_interface, write_interface
    from mtlb.bitcode import read_module

    module = read_module(data, bodies=False)
    write_interface(module, read_interface(module))
    try:
        read_interface(module)
    except MtlbError as error:
        raise Broken(f"what was written can't be read: {error}") from error


def module_text(data: bytes) -> None:
    """The text of a module."""
    from mtlb.bitcode import read_module

    read_module(data).text()


def assembly(data: bytes) -> None:
    """LLVM assembly: what was read is a valid module, which can be printed and written."""
    from mtlb.bitcode import read_module
    from mtlb.bitcode.writer import write_module
    from mtlb.ir import parse

    module = parse(data)
    text = module.text()
    if parse(text).text() != text:
        raise Broken("what was printed reads as something else")
    written = write_module(module)
    try:
        read_module(written)
    except MtlbError as error:
        raise Broken(f"what was written can't be read: {error}") from error


def convert_text(data: bytes) -> None:
    """LLVM assembly converted, as a module of AIR and as one of a host: the result is a valid module of AIR."""
    for options in ({}, {"source": "nvptx"}, {"entries": ("scale",)}, {"entries": ("zig_kernel",)}):
        with contextlib.suppress(MtlbError):
            _converted(data, options)


def _converted(data: bytes, options: dict[str, Any]) -> None:
    from mtlb.bitcode import read_module
    from mtlb.convert import ConvertOptions, convert_bytes
    from mtlb.ir.verify import verify_module

    converted = convert_bytes("input.ll", data, ConvertOptions(**options))
    try:
        module = read_module(converted.bitcode)
    except MtlbError as error:
        raise Broken(f"what was converted can't be read: {error}") from error
    if module.has_opaque_pointers:
        raise Broken("opaque pointers were written")
    if problems := verify_module(module):
        raise Broken(f"what was converted is not valid: {problems[0]}")


def metal_rewriter(data: bytes) -> None:
    """Metal source after the preprocessor, rewritten as C++ line by line; for older and newer versions of Metal."""
    from mtlb.metal.rewrite import rewrite

    text = data.decode("utf-8", "surrogateescape")
    written = rewrite(text, "input.metal", (4, 1) if len(data) % 2 else (3, 1)).source.written()
    if written.count("\n") != text.count("\n"):
        raise Broken("lines of the source are other lines of what was written")


def plan(data: bytes) -> None:
    """A plan for a conversion, in TOML."""
    from mtlb.convert import Plan

    Plan.parse(data.decode("utf-8", "replace"))


def describe_module(data: bytes) -> None:
    from mtlb.air import describe_all
    from mtlb.bitcode import read_module

    for description in describe_all(read_module(data, bodies=False)):
        description.public_metadata()
        description.private_metadata()
        description.reflection_buffer()


def reflection_round_trip(data: bytes) -> None:
    from mtlb.air.reflection import buffer as reflection

    model = reflection.read(data)
    built = reflection.build(model)
    if len(built) > 4 * len(data) + 4096:
        raise Broken(f"{len(data)} bytes became {len(built)}")
    if reflection.build(reflection.read(built)) != built:
        raise Broken("what was built reads as something else")


def direct3d_round_trip(data: bytes) -> None:
    """A Direct3D container: every part into its model and into JSON, its findings, and the container written again."""
    import json

    from mtlb.dxbc import read
    from mtlb.dxbc.verify import verify_container
    from mtlb.inspect.direct3d import container_facts, container_json

    for problem in verify_container(data):
        str(problem)
    container = read(data)
    json.dumps(container_json(container))
    for _, text in container_facts(container):
        str(text)
    written = container.write()
    if len(written) != len(data) or read(written).write() != written:
        raise Broken("what was written reads as something else")


def direct3d_listing(data: bytes) -> None:
    """The listing of the program of a Direct3D container."""
    from mtlb.dxbc import read
    from mtlb.inspect.direct3d import disassembly

    for line in disassembly(read(data)):
        str(line)


def spirv_round_trip(data: bytes) -> None:
    """A SPIR-V module: its views as JSON and as text, its findings and its listing, and the module written again."""
    import json

    from mtlb.inspect.spirv import spirv_facts, spirv_json
    from mtlb.spirv import read
    from mtlb.spirv.listing import listing_lines
    from mtlb.spirv.verify import check_module, verify_spirv

    findings = verify_spirv(data)
    for problem in findings:
        str(problem)
    module = read(data)
    if module.write() != data:
        raise Broken("what was written are other bytes")
    for _, text in spirv_facts(module):
        str(text)
    for line in listing_lines(module):
        str(line)
    with contextlib.suppress(MtlbError):
        json.dumps(spirv_json(module))
    refused = False
    try:
        check_module(module)
    except MtlbError:
        refused = True
    if refused != any(problem.is_error for problem in findings):
        raise Broken("the findings and the check don't agree")


def direct3d_translation(data: bytes) -> None:
    """A Direct3D container as AIR, in both binding models; a vertex shader also as a kernel, accesses also checked."""
    from mtlb.direct3d import translate_container
    from mtlb.translate import ShaderOptions

    translate_container(data, "macos14").module.air_bytes()
    checked = ShaderOptions(
        binding_model="root", vertex_for_tessellation=True, buffer_bounds_check_policy="read-zero-skip-write"
    )
    translate_container(data, "macos14", options=checked).module.air_bytes()


def spirv_translation(data: bytes) -> None:
    """A SPIR-V module as AIR."""
    from mtlb.translate import translate

    translate(data, "macos14").module.air_bytes()


def whole_library(data: bytes) -> None:
    """A module linked, and packed, as the one module of a dynamic library and of a Core Image library."""
    import mtlb

    dylib = mtlb.LinkOptions(kind="dylib", install_name="@loader_path/x.metallib", dynamic_lookup=True)
    packed = mtlb.LinkOptions(kind="dylib", install_name="@loader_path/x.metallib")
    image = mtlb.LinkOptions(kind="core-image")
    for make, options in ((mtlb.link, dylib), (mtlb.link, image), (mtlb.pack, packed), (mtlb.pack, image)):
        with contextlib.suppress(MtlbError):
            result = make([("input", data)], options)
            written = mtlb.write(result if isinstance(result, mtlb.Library) else result.library)
            mtlb.read(written)


def companions(data: bytes) -> None:
    """A library split into one without sources and a companion, and joined again."""
    import mtlb
    from mtlb.container.companion import as_companion, join_sources

    library, companion = mtlb.read(data), mtlb.write(as_companion(mtlb.read(data)))
    library.strip(sources=True)
    mtlb.write(join_sources(mtlb.read(mtlb.write(library)), mtlb.read(companion)))


def parts(data: bytes) -> None:
    """The libraries and modules in a file of any kind: their symbols, and the OS that a module needs."""
    from mtlb.inspect.floors import module_floor
    from mtlb.inspect.parts import parts_in
    from mtlb.inspect.symbols import symbols_of

    for part in parts_in(data, "input"):
        with contextlib.suppress(MtlbError):
            for symbol in symbols_of(part):
                str(symbol)
            if part.is_module:
                str(module_floor(part.data))


def read_archive(data: bytes) -> None:
    """An archive of modules: its members, and what the linker makes of them."""
    from mtlb.archives.archive import members
    from mtlb.base.filekind import FileKind, sniff
    from mtlb.linker import InputFile, LinkOptions, load
    from mtlb.linker.plan.scan import scan_inputs

    if sniff(data) is FileKind.ARCHIVE:
        for member in members(data):
            str(member.name)
    options = LinkOptions(whole_archive=True)
    scan_inputs(load([InputFile("input", data)], options), options)


def link_step(data: bytes) -> None:
    """A file of a link in steps (docs/performance.md §2), among the others of its plan.

    What names its digest is made to fit, so that changes of shards and of results get past that. Whatever it says, no
    file is there afterwards but the result of a shard that was linked.
    """
    from fuzz.steps import StepFolder

    with StepFolder() as folder:
        folder.run(data)


def attestation(data: bytes) -> None:
    """Attestations: who signed them, and what they say of a link."""
    from mtlb.attest import VerifyingKey, check, read_attestations, relink
    from tests.attest.samples import AIR, ED25519, linked, public_pem

    attestations = read_attestations(data)
    library, record = linked()
    attested = check(library, attestations, [VerifyingKey.read(public_pem(ED25519))])
    if relink(library, attested, lambda name: (AIR / name).read_bytes()) != record:
        raise Broken("what was not signed holds")


def key(data: bytes) -> None:
    """Keys of both kinds; an encrypted one is opened with a passphrase."""
    from mtlb.attest import SigningKey, VerifyingKey

    with contextlib.suppress(MtlbError):
        VerifyingKey.read(data)
    result = SigningKey.read(data, lambda: "secret")
    if not result.public.verifies(result.sign(b"data"), b"data"):
        raise Broken("a signature does not hold")


def written_out(data: bytes) -> None:
    """A text in which libraries are written out: each is decoded, and read."""
    import mtlb
    from mtlb.base.filekind import FileKind
    from mtlb.inspect.written_out import files_written_out

    for place in files_written_out(data, FileKind.METALLIB.magic):
        held = place.decode(len(data))
        if len(held) > len(data):
            raise Broken(f"{len(held)} bytes are decoded from offset {place.offset} of {len(data)}")
        with contextlib.suppress(MtlbError):
            mtlb.read(held)


def info_plist(data: bytes) -> None:
    """An Info.plist: the OS that it promises."""
    from mtlb.inspect.declared import bundle_promises

    for promise in bundle_promises(data):
        str(promise)


def wheel_file(data: bytes) -> None:
    """A WHEEL file: its tags, and what they promise, as lines of the file and as the name of a wheel."""
    from mtlb.inspect.declared import file_name_tags, tag_promises, wheel_file_tags

    tags = wheel_file_tags(data)
    promises = tag_promises(tags)
    if tags and all("-" not in tag for tag in tags):
        name = f"demo-1.0-py3-none-{'.'.join(tags)}.whl"
        if tag_promises(file_name_tags(name)) != promises:
            raise Broken("the tags promise something else in a file name")


def package(data: bytes) -> None:
    """The libraries in a wheel or an app in a zip, compared with what it promises."""
    from mtlb.inspect import PackagePromises, check, find_in_stream

    declarations = PackagePromises()
    for result in find_in_stream("input.whl", io.BytesIO(data)):
        checked = check(result, declared=declarations.of(result))
        for finding in checked.findings:
            str(finding)
        for failure in checked.failures:
            if failure.promise is not None and failure.promise not in checked.promises:
                raise Broken("a promise was broken that was not compared")


def baseline(data: bytes) -> None:
    """A baseline of lint: what was read is written, and reads as the same findings again."""
    from mtlb.inspect.lint_settings import Baseline, baseline_text

    read = Baseline.parse(data)
    if Baseline.parse(baseline_text(read.keys).encode()).keys != read.keys:
        raise Broken("what was written reads as something else")


def sizes(data: bytes) -> None:
    """What `mtlb size --json` printed of an older build, beside itself and beside nothing."""
    from mtlb.inspect.growth import GrowthLimit, compare_sizes, measured_in_json

    measured = measured_in_json(data)
    limit = GrowthLimit.parse("5%")
    for old, new in ((measured, measured), (measured, []), ([], measured), (measured, measured[:1])):
        for difference in compare_sizes(old, new):
            if difference.old is not None and difference.new is not None:
                limit.allows(difference.old, difference.new)
            if (
                old is new
                and len({item.name for item in measured}) == len(measured)
                and (difference.functions or difference.old is None)
            ):
                raise Broken("a library grew since itself")


def unpack(data: bytes) -> None:
    """One embedded archive of sources."""
    from mtlb.container import SourceArchive, Sources, unpack_sources

    unpack_sources(Sources("", "", [SourceArchive("0", data)]))


def unpack_tar(data: bytes) -> None:
    """The tar file inside an archive of sources: compression's checksum hides it from mutation of the archive."""
    unpack(bz2.compress(data, 1))


# --- commands --------------------------------------------------------------------------------------------------------

_QUIET_CODES = (0, 1)


class _Stream(io.TextIOWrapper):
    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)


def run_command(command: CommandRow, options: tuple[str, ...], data: bytes) -> None:
    """A command on a file with these bytes: exit code 0 or 1, no internal error, nothing written but the output."""
    with tempfile.TemporaryDirectory(prefix="mtlb-fuzz-") as directory:
        code, said = _invoke(command, options, Path(directory), data)
        left = sorted(os.listdir(directory))
    if code not in _QUIET_CODES:
        raise Broken(f"exit code {code}: {said}")
    if "internal error" in said or "Traceback" in said:
        raise Broken(said)
    if code and not said:
        raise Broken("failed without a word")
    expected = {"input"} | ({"output"} if command.output and code == 0 else set())
    if not expected >= set(left):
        raise Broken(f"exit code {code}, and {left} is there")


def _invoke(command: CommandRow, options: tuple[str, ...], directory: Path, data: bytes) -> tuple[int, str]:
    """Exit code, and the text on stderr (on stdout, if there is none)."""
    from mtlb.cli.main import run

    path, output = directory / "input", directory / "output"
    path.write_bytes(data)
    words = [command.name, *command.before, *options, *[str(path)] * command.inputs]
    if command.output is not None:
        words += [command.output, str(output)]
    stdin, stdout, stderr = _Stream(), _Stream(), _Stream()
    with mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr), _built_once():
        code = run(words)
    said, printed = (stream.buffer.getvalue().decode() for stream in (stderr, stdout))  # type: ignore[attr-defined]
    return code, said or printed[-2000:]


@contextlib.contextmanager
def _built_once() -> Iterator[None]:
    """The parser of a command is built once, and not for each run: that took four fifths of the time."""
    import typer

    from mtlb.cli import typed

    group, subcommand = _builders()
    with mock.patch.object(typer.main, "get_command", group), mock.patch.object(typed, "subcommand", subcommand):
        yield


@cache
def _builders() -> tuple[Callable[..., object], Callable[..., object]]:
    import typer

    from mtlb.cli import typed

    return cache(typer.main.get_command), cache(typed.subcommand)


_QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in ("library", "columns", "sources", "doctor")),
    ("verify", {"modules": True, "count": 4}),
    ("lint", {"count": 4}),
    *((name, {"index": index}) for name in ("function", "code", "source", "calls") for index in (0, 1)),
    ("source", {"index": 0, "style": "faithful"}),
    ("uses", {"count": 4}),
    ("search", {"text": "air", "count": 4}),
    ("search", {"text": "[a-z]+ =", "regex": True, "count": 4}),
    ("bytes", {"offset": 60, "size": 99}),
    ("save", {"kind": "stripped", "params": {"debug": True, "sources": True}}),
    ("save", {"kind": "retargeted", "params": {"platform": "ios"}}),
    ("save", {"kind": "sources"}),
)


def explore(data: bytes) -> None:
    """What the explorer's page asks about a file: each answer is JSON, and the same when it is asked again."""
    first, second = (_explored(data) for _ in range(2))
    if first != second:
        raise Broken("two sessions gave different answers")
    if "error" in first[0]:
        raise MtlbError(first[0]["error"]["text"])


def _explored(data: bytes) -> list[Any]:
    from mtlb.explore import Explorer

    explorer = Explorer()
    with tempfile.TemporaryDirectory(prefix="mtlb-fuzz-") as directory:
        path = Path(directory, "input")
        path.write_bytes(data)
        answers = [json.loads(explorer.open("input", str(path)))]
        opened = answers[0].get("result", {"parts": []})
        files = [part["file"] for part in opened["parts"][:3]] or ([opened["file"]] if "file" in opened else [])
        for file in files:
            for method, parameters in _QUESTIONS:
                text, result = explorer.call(method, json.dumps({"file": file, **parameters}))
                answers.append((json.loads(text), result))
    return answers


def serve(data: bytes) -> None:
    """A line to `mtlb serve`: its answer is a line of JSON, the same each time, and no error is a bug of ours."""
    from mtlb.serve import Service

    first, second = (Service().answer(data) for _ in range(2))
    if first != second:
        raise Broken("the same line has two answers")
    if first.count(b"\n") != 1 or not first.isascii():
        raise Broken("the answer is not a line of ASCII")
    answer = json.loads(first)
    if set(answer) not in ({"id", "result"}, {"id", "error"}):
        raise Broken(f"an answer with {sorted(answer)}")
    if "error" in answer:
        if answer["error"]["kind"] == "internal":
            raise Broken(answer["error"]["text"])
        raise MtlbError(answer["error"]["text"])


_OF_A_RUN = re.compile(r"(file|mtlb)\.\S+|mtlb_\w+|air\.\S+|llvm\.global_ctors", re.DOTALL)


def door(data: bytes) -> None:
    """A kernel that means harm, made ready for this machine's CPU: what is left of it names nothing of the process."""
    from mtlb.bitcode import read_module
    from mtlb.cpu.prepare import prepare
    from mtlb.ir import Function, InlineAsm, parse
    from mtlb.ir.names import INTRINSIC

    module = parse(data)
    names = [function.name for function in module.functions if function.blocks]
    for name in names[:2]:
        for check in (False, True):
            prepared = prepare(module, name, check=check)
            modules = [read_module(item) for item in prepared.bitcode]
            defined = {function.name for module in modules for function in module.functions if function.blocks}
            for result in modules[:-1]:  # the last is our own
                if result.asm or result.named_metadata:
                    raise Broken("assembly or metadata of the module is left")
                for value in result.global_values():
                    kept = value.name
                    if isinstance(value, Function) and not value.blocks:
                        if kept not in defined and not kept.startswith((INTRINSIC, "mtlb_")):
                            raise Broken(f"function {kept!r} is not defined")
                    elif not _OF_A_RUN.fullmatch(kept):
                        raise Broken(f"the name {kept!r} is the file's")
                    if value.thread_local or value.section or value.comdat is not None:
                        raise Broken(f"{kept!r} has a section, or is local to threads")
                operands = (o for f in result.functions for i in f.instructions() for o in i.operands)
                if any(isinstance(operand, InlineAsm) for operand in operands):
                    raise Broken("inline assembly is left")


def _commands() -> Iterator[Target]:
    for command in COMMANDS:
        for options in command.variants:
            name = " ".join(("mtlb", command.name, *options))
            yield Target(name, Kind(command.reads), partial(run_command, command, options), weight=1)


def _comparisons() -> Iterator[Target]:
    """`mtlb size --against`, with the bytes on one side and a golden library on the other; a baseline of lint."""
    library = str(_GOLDEN / "lib" / "air-lld-macos14.metallib")
    for row, options, kind in (
        (CommandRow("size"), ("--max-growth", "5%", "--against", library), Kind.LIBRARY),
        (CommandRow("size", before=(library, "--json", "--against")), (), Kind.LIBRARY),
        (CommandRow("lint", before=(library, "--baseline")), (), Kind.BASELINE),
        (CommandRow("check"), ("--functions",), Kind.PACKAGE),
        (CommandRow("verify"), ("--modules",), Kind.PACKAGE),
    ):
        words = [row.name, *row.before[1:], *(word for word in options if word != library)]
        name = f"mtlb {' '.join(words)}{' of a package' if kind is Kind.PACKAGE else ''}"
        yield Target(name, kind, partial(run_command, row, options), weight=1)


def _stand_in(reads: str, tool: str, *options: str, output: str | None = None) -> Target:
    row = CommandRow("apple", reads=reads, before=(tool,), output=output)
    return Target(f"mtlb apple {tool}", Kind(reads), partial(run_command, row, options), weight=1)


def _stand_ins() -> Iterator[Target]:
    """Those that take a file of the kind, so that it gets past their parser of options."""
    yield _stand_in("library", "metal-nm", "-m")
    yield _stand_in("library", "metal-objdump", "-d", "-p", "-h", "-t", "--air-version")
    yield _stand_in("library", "metal-readobj", "--file-headers", "--sections", "--symbols")
    yield _stand_in("library", "metal-size")
    yield _stand_in("library", "metal-strip", "-S", output="-o")
    yield _stand_in("library", "metal-dsymutil", "-flat", output="-o")
    yield _stand_in("universal", "metal-lipo", "-info")
    yield _stand_in("archive", "metal-ar", "t")
    yield _stand_in("archive", "metal-ranlib")
    yield _stand_in("archive", "metal-libtool", "-static", output="-o")
    yield _stand_in("module", "metallib", output="-o")
    yield _stand_in("module", "metal", "-frecord-sources", output="-o")


def _all() -> Iterator[Target]:
    yield Target("container", Kind.LIBRARY, library_round_trip, weight=60)
    yield Target("verify", Kind.LIBRARY, verify_library, weight=40)
    yield Target("universal", Kind.UNIVERSAL, universal_round_trip, weight=10)
    yield Target("direct3d", Kind.DIRECT3D, direct3d_round_trip, weight=20)
    yield Target("direct3d listing", Kind.DIRECT3D, direct3d_listing, weight=20)
    yield Target("direct3d translation", Kind.DIRECT3D, direct3d_translation, weight=10)
    yield Target("spirv", Kind.SPIRV, spirv_round_trip, weight=20)
    yield Target("translate", Kind.SPIRV, spirv_translation, weight=10)
    yield Target("bitstream", Kind.MODULE, bitstream_round_trip, weight=6)
    yield Target("module", Kind.MODULE, module_round_trip, weight=6)
    yield Target("interface", Kind.MODULE, interface, weight=6)
    yield Target("text", Kind.MODULE, module_text, weight=6)
    yield Target("whole", Kind.MODULE, whole_library, weight=6)
    yield Target("companion", Kind.LIBRARY, companions, weight=6)
    yield Target("describe", Kind.MODULE, describe_module, weight=6)
    yield Target("assembly", Kind.TEXT, assembly, weight=10)
    yield Target("convert", Kind.FOREIGN, convert_text, weight=10, memory=100)
    yield Target("door", Kind.HOSTILE, door, weight=10, memory=100)
    yield Target("metal rewriter", Kind.METAL, metal_rewriter, weight=10, memory=400)
    yield Target("plan", Kind.PLAN, plan, weight=4)
    yield Target("reflection", Kind.REFLECTION, reflection_round_trip, weight=30)
    yield Target("link step", Kind.STEP, link_step, weight=6, memory=400)
    yield Target("attestation", Kind.ATTESTATION, attestation, weight=4)
    yield Target("key", Kind.KEY, key, weight=4)
    yield Target("plist", Kind.PLIST, info_plist, weight=10)
    yield Target("wheel", Kind.WHEEL, wheel_file, weight=4)
    yield Target("package", Kind.PACKAGE, package, weight=4)
    yield Target("baseline", Kind.BASELINE, baseline, weight=4)
    yield Target("written out", Kind.WRITTEN_OUT, written_out, weight=4)
    yield Target("sizes", Kind.SIZES, sizes, weight=4)
    yield Target("serve", Kind.REQUEST, serve, weight=4, memory=100)
    yield Target("archive", Kind.ARCHIVE, read_archive, weight=4)
    yield Target("sources", Kind.SOURCES, unpack, weight=10)
    yield Target("source tar", Kind.TAR, unpack_tar, weight=10)
    yield Target("parts", Kind.UNIVERSAL, parts, weight=4)
    yield Target("mtlb explore", Kind.LIBRARY, explore, weight=1, memory=100)
    yield Target("mtlb explore of a module", Kind.MODULE, explore, weight=1, memory=100)
    yield Target("mtlb explore of slices", Kind.UNIVERSAL, explore, weight=1, memory=100)
    yield Target("mtlb explore of a shader", Kind.DIRECT3D, explore, weight=1, memory=100)
    yield from _commands()
    yield from _comparisons()
    yield from _stand_ins()


TARGETS = {target.name: target for target in _all()}


def run_quietly(target: Target, data: bytes) -> bool:
    """Run a target; whether it took the bytes."""
    with contextlib.suppress(MtlbError):
        target.run(data)
        return True
    return False
