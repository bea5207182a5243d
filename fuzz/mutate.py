"""Mutation of bytes, blind and by structure. Everything follows from the `Random` that is passed in."""

from __future__ import annotations

import io
import json
import plistlib
import re
import struct
import warnings
import zipfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import mtlb
from mtlb.base.errors import FormatError, MtlbError
from mtlb.bitcode.names import rows_by_record
from mtlb.bitcode.records.row import Operand, Row
from mtlb.bitstream.codec import BLOCKINFO, Abbreviation, Record
from mtlb.bitstream.stream import Block, read_stream
from mtlb.bitstream.wrapper import unwrap, wrap
from mtlb.bitstream.writer import StreamWriter
from mtlb.spirv import read as read_spirv

from .targets import Kind

__all__ = ["mutate", "mutate_records", "mutate_spirv"]

_Blind = Callable[[Random, bytearray, Sequence[bytes]], None]
_WriteRecord = Callable[[Random, StreamWriter, Block, Record, bool], None]
_TAG = re.compile(rb"[A-Z]{4}")
_EDGES = (0, 1, 2, 3, 4, 7, 8, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1)
_SIZES = (1, 2, 4, 8)
_HEADER_RANGES = range(16, 88, 8)  # the 64-bit fields of a library's header


def mutate(random: Random, kind: Kind, seeds: Sequence[bytes]) -> bytes:
    """One mutated seed: by structure if the kind has a known one, blindly otherwise, or both."""
    seed = random.choice(seeds)
    structured = _STRUCTURED.get(kind)
    if structured is not None and random.random() < 0.5:
        try:
            seed = structured(random, seed)
        except MtlbError:
            pass  # the seed itself is damaged
        else:
            if random.random() < 0.7:
                return seed
    data = bytearray(seed)
    for _ in range(1 + min(int(random.expovariate(1.0)), 6)):
        random.choice(_BLIND)(random, data, seeds)
    return bytes(data)


# --- blind -----------------------------------------------------------------------------------------------------------


def _flip_bit(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _set_byte(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    if data:
        data[random.randrange(len(data))] = random.randrange(256)


def _set_number(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    """A little-endian number becomes an edge case, the size of the file or thereabouts, or a neighbour of itself."""
    size = random.choice(_SIZES)
    if len(data) < size:
        return
    at = random.randrange(len(data) - size + 1)
    old = int.from_bytes(data[at : at + size], "little")
    near = (len(data) + random.randint(-2, 2), old + random.randint(-4, 4), old << 1, old >> 1)
    value = random.choice(_EDGES if random.random() < 0.5 else near) % (1 << 8 * size)
    data[at : at + size] = value.to_bytes(size, "little")


def _set_header_range(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    if len(data) < _HEADER_RANGES.stop:
        return
    at = random.choice(_HEADER_RANGES)
    other = random.choice(_HEADER_RANGES)
    value = int.from_bytes(data[other : other + 8], "little") + random.choice((0, 1, -1, 4, -4, len(data)))
    data[at : at + 8] = (value % 2**64).to_bytes(8, "little")


def _cut(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    del data[random.randrange(len(data) + 1) :]


def _remove(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    del data[at : at + random.randint(1, 64)]


def _repeat(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    data[at:at] = data[at : at + random.randint(1, 64)] * random.randint(1, 8)


def _insert(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    data[at:at] = random.randbytes(random.randint(1, 16))


def _splice(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    """A piece of another seed replaces bytes or is inserted."""
    other = random.choice(seeds)
    start = random.randrange(len(other) + 1)
    piece = other[start : start + random.randint(1, 512)]
    at = random.randrange(len(data) + 1)
    data[at : at + len(piece) * random.randrange(2)] = piece


def _change_tag(random: Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    """A four-letter tag gets another one's name, or its 16-bit length another value."""
    tags = [match.start() for match in _TAG.finditer(data)]
    if not tags:
        return
    at = random.choice(tags)
    if random.random() < 0.5:
        other = random.choice(tags)
        data[at : at + 4] = data[other : other + 4]
    else:
        data[at + 4 : at + 6] = random.choice((0, 1, 4, 8, 0x7FFF, 0xFFFF, random.randrange(256))).to_bytes(2, "little")


_BLIND: tuple[_Blind, ...] = (
    _flip_bit,
    _set_byte,
    _set_number,
    _set_number,
    _set_header_range,
    _cut,
    _remove,
    _repeat,
    _insert,
    _splice,
    _change_tag,
    _change_tag,
)


# --- by structure ----------------------------------------------------------------------------------------------------


def _mutate_module(random: Random, data: bytes) -> bytes:
    """A well-formed bitstream with other records: so that they reach the reader of modules, not just that of bits."""
    return _rewritten(random, data, _write_record)


def mutate_records(random: Random, data: bytes) -> bytes:
    """A module with more records, made from the rows of their tables; some with too few operands or too many."""
    return _rewritten(random, data, _write_row)


def _rewritten(random: Random, data: bytes, write: _WriteRecord) -> bytes:
    stream = read_stream(unwrap(data))
    writer = StreamWriter()
    rate = random.choice((0.002, 0.01, 0.05))
    for block in stream.blocks():
        _rewrite_block(random, rate, writer, block, write)
    return wrap(writer.getvalue())


def _rewrite_block(random: Random, rate: float, writer: StreamWriter, block: Block, write: _WriteRecord) -> None:
    writer.enter_block(block.id, max(block.abbrev_width, 3))
    for item in block.items():
        hit = random.random() < rate and BLOCKINFO not in (block.id, getattr(item, "id", None))
        if isinstance(item, Record):
            write(random, writer, block, item, hit)
        elif isinstance(item, Abbreviation):
            writer.define_abbreviation(item)
        elif not hit or random.random() < 0.5:  # else the block is dropped
            _rewrite_block(random, rate, writer, item, write)
    writer.end_block()


def _write_record(random: Random, writer: StreamWriter, block: Block, record: Record, hit: bool) -> None:
    if not hit:
        writer.record(*record)
        return
    code, ops = record.code, list(record.ops)
    what = random.randrange(7)
    if what == 0:
        return
    if what == 1:
        code = random.randrange(64)
    elif what == 2:
        del ops[random.randrange(len(ops) + 1) :]
    elif what == 3:
        ops += ops[: random.randint(1, 4)]
    elif ops:
        at = random.randrange(len(ops))
        ops[at] = random.choice((*_EDGES, ops[at] + 1, abs(ops[at] - 1), random.choice(ops), random.randrange(64)))
    if record.blob is not None:  # a blob needs its abbreviation
        writer.record(*record)
    else:
        writer.record(code, [op & (2**64 - 1) for op in ops])


def _write_row(random: Random, writer: StreamWriter, block: Block, record: Record, hit: bool) -> None:
    rows = _rows().get(block.id) if hit else None
    if rows:
        row = random.choice(rows)
        ops = [op for operand in row.operands for op in _operands(random, operand)]
        what = random.randrange(8)
        if what == 0:
            del ops[random.randrange(len(ops) + 1) :]
        elif what == 1:
            ops += ops[: random.randint(1, 4)]
        writer.record(row.code, ops)
    if not rows or record.blob is not None or random.random() < 0.5:
        writer.record(*record)


def _operands(random: Random, operand: Operand) -> list[int]:
    """What one operand of a row may be: its numbers in the record."""
    if operand.suffix == "?" and random.random() < 0.5:
        return []
    ops: list[int] = []
    for _ in range(random.randrange(6) if operand.suffix == "*" else 1):
        ops.append(random.choice((0, 1, 2, 3, random.randrange(64), random.choice(_EDGES))))
        if operand.kind == "string" or (operand.is_value and not operand.argument and ops[-1] >> 31 == 1):
            ops.append(random.randrange(64))
    return ops


@cache
def _rows() -> dict[int, list[Row]]:
    """The rows of the records of each block, by its id."""
    rows: dict[int, list[Row]] = {}
    for (block_id, _), row in rows_by_record().items():
        rows.setdefault(block_id, []).append(row)
    return rows


def _mutate_library(random: Random, data: bytes) -> bytes:
    """A library whose offsets and hashes fit, with other content: another module, shared or reordered parts."""
    library = mtlb.read(data)
    functions = library.functions
    if not functions:
        return data
    choice, other = random.choice(functions), random.choice(functions)
    what = random.randrange(6)
    if what == 0:
        choice.module = _mutate_module(random, bytes(choice.module))
    elif what == 1:
        choice.name = random.choice(("", "\udcff", "../x", "a\nb", "\u202e", other.name, "x" * 300))
    elif what == 2:
        choice.public_metadata, choice.private_metadata = other.private_metadata, other.public_metadata  # type: ignore[assignment]
    elif what == 3:
        functions.insert(random.randrange(len(functions) + 1), other)
    elif what == 4:
        random.shuffle(functions)
    else:
        choice.module = bytes(random.randbytes(random.randrange(64)))
    return mtlb.write(library)


_WORD = re.compile(rb"[%@!#$]?[\w.]+|\S")


def _mutate_text(random: Random, data: bytes) -> bytes:
    """A text with words that other places have, or without some, or with its lines in another order."""
    lines = data.split(b"\n")
    for _ in range(1 + random.randrange(3)):
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        what = random.randrange(5)
        words = _WORD.findall(lines[other])
        places = list(_WORD.finditer(lines[at]))
        if what == 0:
            lines.insert(at, lines[other])
        elif what == 1:
            del lines[at]
            lines = lines or [b""]
        elif what == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif places:
            place = random.choice(places)
            word = random.choice(words) if words and what == 3 else random.choice((b"", b"-1", b"99999999999", b"null"))
            lines[at] = lines[at][: place.start()] + word + lines[at][place.end() :]
    return b"\n".join(lines)


def _mutate_metal(random: Random, data: bytes) -> bytes:
    """A source with tokens left out, repeated, exchanged, or put elsewhere; also with words that the rewriter knows."""
    tokens = _TOKENS.findall(data)
    for _ in range(1 + random.randrange(4)):
        at, other = random.randrange(len(tokens)), random.randrange(len(tokens))
        what = random.randrange(6)
        if what == 0:
            del tokens[at : at + 1 + random.randrange(8)]
            tokens = tokens or [b";"]
        elif what == 1:
            tokens[at:at] = tokens[other : other + 1 + random.randrange(8)]
        elif what == 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif what == 3:
            tokens[at] = random.choice(_METAL_WORDS)
        elif what == 4:
            tokens.insert(at, random.choice(_METAL_WORDS))
        else:
            tokens = tokens[: at + 1]
    return b"".join(tokens)


_TOKENS = re.compile(rb"\s+|\w+|[^\w\s]")
_METAL_WORDS = (
    *b"( ) [ ] { } < > , ; : :: = += * & [[ ]] \" ' # \n template struct class enum union typedef using".split(b" "),
    *b" kernel ; vertex ; fragment ; threadgroup ; constant ; device ; thread ; operator ; constexpr sampler s".split(
        b";"
    ),
    *b"stage_in function_constant(0) buffer(N) coherent(system) decltype( half( static_cast<half>( 1.0 .xyz".split(
        b" "
    ),
)


def mutate_spirv(random: Random, seed: bytes) -> bytes:
    """One change: a bit, an id, a word, an instruction left out, repeated or exchanged with its neighbour."""
    module = read_spirv(seed)
    order = ">" if module.is_big_endian else "<"
    words = list(struct.unpack(f"{order}{len(seed) // 4}I", seed))
    place = random.randrange(len(module.instructions))
    instruction = module.instructions[place]
    start, end = instruction.offset, instruction.offset + len(instruction.words)
    how = random.randrange(6)
    if how == 0:
        words[random.randrange(start, end)] ^= 1 << random.randrange(32)
    elif how == 1:
        words[random.randrange(start, end)] = random.choice([other.id for other in module.instructions])
    elif how == 2:
        del words[start:end]
    elif how == 3:
        target = random.choice(module.instructions).offset
        words[target:target] = words[start:end]
    elif how == 4:
        after = module.instructions[min(place + 1, len(module.instructions) - 1)]
        words[start : after.offset + len(after.words)] = [
            *after.words,
            *(instruction.words if after is not instruction else ()),
        ]
    else:
        words[random.randrange(start, end)] = random.choice((*_EDGES[:12], module.bound, module.bound - 1)) & 0xFFFFFFFF
    return struct.pack(f"{order}{len(words)}I", *words)


def _mutate_step(random: Random, data: bytes) -> bytes:
    """A file of a link in steps with other values: lies, in the right form and in another."""
    head, newline, body = data.partition(b"\n")
    values = json.loads(head)
    for _ in range(1 + min(int(random.expovariate(1.0)), 4)):
        _change_value(random, values)
    if body and random.random() < 0.3:
        body = _mutate_library(random, body)
    return json.dumps(values).encode() + newline + body


def _change_value(random: Random, values: Any) -> None:
    """One value of a JSON document, at any depth, becomes another; or an item goes, or comes twice."""
    places: list[tuple[Any, Any]] = []
    stack = [values]
    while stack:
        item = stack.pop()
        keys = list(item) if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ()
        places += [(item, key) for key in keys]
        stack += [item[key] for key in keys]
    if not places:
        return
    holder, key = random.choice(places)
    old = holder[key]
    what = random.randrange(6)
    if what == 0:
        del holder[key]
    elif what == 1 and isinstance(holder, list):
        holder.insert(key, old)
    elif what == 2:
        other, name = random.choice(places)
        if name in other if isinstance(other, dict) else name < len(other):
            holder[key] = deepcopy(other[name])
    elif isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = random.choice((*_EDGES, -1, old + 1, old - 1, 10**30, random.randrange(64)))
    elif isinstance(old, str):
        texts = ("", "\udcff", "\ud800", "../x", "a\nb", "a\0b", "/", "/dev/null")
        holder[key] = random.choice((*texts, old[: len(old) // 2], old + "x", old.upper()))
    else:
        holder[key] = random.choice((None, [], {}, 0, "", [old], True, 1.5))


def _mutate_json(random: Random, data: bytes) -> bytes:
    """A JSON document with other values."""
    values = json.loads(data)
    for _ in range(1 + min(int(random.expovariate(1.0)), 4)):
        _change_value(random, values)
    return json.dumps(values, indent=random.choice((None, 2))).encode()


def _mutate_plist(random: Random, data: bytes) -> bytes:
    """A property list with other values, in its format; FormatError if it has none for them."""
    fmt = plistlib.FMT_BINARY if data.startswith(b"bplist") else plistlib.FMT_XML
    values = plistlib.loads(data)
    for _ in range(1 + min(int(random.expovariate(1.0)), 4)):
        _change_value(random, values)
    try:
        return plistlib.dumps(values, fmt=fmt)
    except (TypeError, ValueError, OverflowError) as error:
        raise FormatError(str(error)) from error


def _mutate_package(random: Random, data: bytes) -> bytes:
    """A zip with one file changed, renamed, gone or there twice; its checksums are right."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [(name, archive.read(name)) for name in archive.namelist()]
    place = random.randrange(len(files))
    name, held = files[place]
    what = random.randrange(8)
    if what == 0:
        del files[place]
    elif what == 1:
        files.append((name, random.choice(files)[1]))
    elif what == 2:
        parts = name.split("/")
        parts[random.randrange(len(parts))] = random.choice(("", "..", "Contents", "x.app", "a.dist-info", "WHEEL"))
        files[place] = "/".join(parts) or "x", held
    else:
        kind = next((kind for end, kind in _MEMBERS.items() if name.endswith(end)), Kind.TAR)
        files[place] = name, mutate(random, kind, (held,))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about names that are there twice
        for name, held in files:
            archive.writestr(zipfile.ZipInfo(name), held)
    return buffer.getvalue()


_MEMBERS = {".plist": Kind.PLIST, "/WHEEL": Kind.WHEEL, ".metallib": Kind.LIBRARY}


def _mutate_hostile(random: Random, data: bytes) -> bytes:
    """A kernel with other names, other linkage and lines of its own in other places."""
    from tests.cpu.hostile import INTRINSICS, OUR_NAMES

    text = data.decode()
    for _ in range(1 + min(int(random.expovariate(1.0)), 4)):
        lines = text.split("\n")
        what = random.randrange(4)
        if what == 0:
            names = sorted(set(re.findall(r'@("[^"]*"|[-\w$.]+)', text)) - {"k"})
            if names:
                new = random.choice(("k", *OUR_NAMES, *INTRINSICS))
                text = text.replace(f"@{random.choice(names)}", f'@"{new}"')
        elif what == 1:
            words = ("internal", "external", "weak", "linkonce_odr", "available_externally", "extern_weak", "appending")
            text = re.sub(r"\b(internal|external|private|appending)\b", random.choice(words), text, count=1)
        elif what == 2:
            lines.insert(random.randrange(len(lines)), random.choice(lines))
            text = "\n".join(lines)
        else:
            text = _mutate_text(random, text.encode()).decode("utf-8", "replace")
    return text.encode()


_STRUCTURED: dict[Kind, Callable[[Random, bytes], bytes]] = {
    Kind.MODULE: _mutate_module,
    Kind.LIBRARY: _mutate_library,
    Kind.TEXT: _mutate_text,
    Kind.SPIRV: mutate_spirv,
    Kind.FOREIGN: _mutate_text,
    Kind.METAL: _mutate_metal,
    Kind.PLAN: _mutate_text,
    Kind.STEP: _mutate_step,
    Kind.PLIST: _mutate_plist,
    Kind.WHEEL: _mutate_text,
    Kind.PACKAGE: _mutate_package,
    Kind.BASELINE: _mutate_json,
    Kind.SIZES: _mutate_json,
    Kind.REQUEST: _mutate_json,
    Kind.HOSTILE: _mutate_hostile,
}
