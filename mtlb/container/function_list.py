"""The function list: one group of tags per function, and one row per tag (`FUNCTION_TAGS`).

Opening a library parses the whole list, and a library may have tens of thousands of functions: groups are scanned once,
and their fields are decoded on first access.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..base.arguments import BYTES, bytes_of, instance, items, named, refusal, text
from ..base.binary import Location, Reader, Writer
from ..base.classes import NamedTuple
from ..base.digest import HASH_SIZE, sha256
from ..base.enums import OpenEnum
from ..base.errors import BuildError, FormatError
from ..base.metal import DataType
from ..base.releases import REFLECTION_SINCE
from ..base.strings import string_from_bytes
from ..base.toolchains import Layout
from ..base.versions import Version
from ..bitstream.wrapper import unwrap
from .checking import Check
from .metadata import PrivateMetadata, PublicMetadata, StoredMetadata
from .module_cache import ModuleCache
from .modules import ModuleBytes, StoredModules
from .portable import portable, restored
from .reflections import REFLECTIONS, ReflectionEntry
from .section import Content, SectionPart
from .sources import SOURCES, SourceArchive
from .stored import Shape, StoredFile, StoredFunction
from .tags import (
    END_TAG,
    MIN_GROUP_SIZE,
    WIDE_TAGS,
    RawTag,
    TagGroup,
    arranged,
    decode_string,
    encode_string,
    iterate_tags,
    write_tag,
)

_OFFSETS = struct.Struct("<3Q")
_VERSIONS = struct.Struct("<4H")


class FunctionType(OpenEnum):
    """TYPE of a function."""

    VERTEX = 0
    FRAGMENT = 1
    KERNEL = 2
    UNQUALIFIED = 3
    VISIBLE = 4
    EXTERN = 5
    INTERSECTION = 6
    MESH = 7
    OBJECT = 8


class PatchType(OpenEnum):
    """Bits 0-1 of TESS."""

    NONE = 0
    TRIANGLE = 1
    QUAD = 2


class Tessellation(NamedTuple):
    """TESS of a vertex function: patch type (bits 0-1) and number of control points (bits 2-7)."""

    patch: PatchType
    control_points: int


# --- the tags ------------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    _Hashes = ModuleCache["LibraryFunction", bytes]
    _Encoder = Callable[["LibraryFunction", _Hashes], bytes | None]
    _Loader = Callable[["FunctionFile", StoredFunction], object]
    _Checker = Callable[["LibraryFunction", Layout, Version], str | None]


class TagField(NamedTuple):
    """A field of a function that a tag holds.

    `load`: loads it from a file; None if it is parsed with the list. `check`: validates and converts a value that is
    set; None if it is not set this way. `name`: its name in `mtlb diff` and the explorer, which show named fields;
    `text`: its text in the explorer; None if the table has a column for it. `key`, `json` and `schema`: its key, value
    and schema in JSON.
    """

    load: _Loader | None
    check: Callable[[str, Any], Any] | None = None
    name: str = ""
    text: Callable[[Any], str] | None = str
    key: str = ""
    json: Callable[[Any], object] = str
    schema: dict[str, Any] | None = None


class FunctionTag(NamedTuple):
    """One tag of a function.

    `size`: bytes of its payload; None if variable. `encode`: returns the payload; None omits the tag. A payload that is
    known only at the end of writing is reserved: `refers_to` and OFFT. `fields`: the fields of a function that the tag
    holds. `refers_to`: the section in which the payload is the offset of the object in `fields`. `refuse`: the reason
    why a library of this layout and container version can't have the function; None if it can. `is_computed`: every
    function has a value, so the tag is written if the recorded order has it, or else the layout. `is_required`: reading
    a function without it fails. `is_optional`: the verifier accepts its absence. `layouts` have the tag at the place of
    its row; `air_lld_after`: air-lld has it after this tag instead.
    """

    name: str
    size: int | None
    encode: _Encoder
    fields: dict[str, TagField]
    refuse: _Checker | None = None
    refers_to: SectionPart | None = None
    is_computed: bool = False
    is_required: bool = False
    is_optional: bool = False
    layouts: tuple[Layout, ...] = tuple(Layout)
    air_lld_after: str | None = None


def _version(name: str, value: Any) -> Version | None:
    return None if value is None else named(name, Version.of, value)


def _of(*kinds: type) -> Callable[[str, Any], Any]:
    return lambda name, value: instance(name, value, *kinds)


def _group(kind: type[TagGroup]) -> Callable[[str, Any], Any]:
    return lambda name, value: kind() if value is None else instance(name, value, TagGroup)


def _type_of(name: str, value: Any) -> FunctionType:
    kind = named(name, FunctionType.of, value)
    if not 0 <= kind < 0x100:
        raise BuildError(f"{name} is {value!r:.60}, which does not fit in 8 bits")
    return kind


def _hash(name: str, value: Any) -> bytes | None:
    if value is not None and (not isinstance(value, (bytes, memoryview)) or len(value) != HASH_SIZE):
        raise refusal(name, value, f"{HASH_SIZE} bytes or None")
    return value if value is None else bytes(value)


def _unknown_tags(name: str, value: Any) -> list[Any]:
    entries = items(name, value, tuple)
    return value if isinstance(value, list) else list(entries)


def _data_type(name: str, value: Any) -> DataType | None:
    return None if value is None else named(name, DataType.of, value)


_NAMED: dict[str, Any] = {"$ref": "#/$defs/named"}
_VERSION: dict[str, Any] = {"$ref": "#/$defs/version"}
_TESSELLATION: dict[str, Any] = {
    "type": ["object", "null"],
    "properties": {"patch": {"type": "string"}, "control_points": {"type": "integer", "minimum": 0}},
    "required": ["patch", "control_points"],
    "additionalProperties": False,
}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _encode_versions(function: LibraryFunction, _: _Hashes) -> bytes | None:
    air, language = function.air_version, function.language_version
    if air is None:
        return None
    if language is None:
        raise BuildError(f"function {function.name!a} has no value for tag VERS")
    if air.update or language.update:
        raise BuildError(f"function {function.name!a}: VERS can't hold update numbers (AIR {air}, MSL {language})")
    return _VERSIONS.pack(*air[:2], *language[:2])


def _encode_tessellation(function: LibraryFunction, _: _Hashes) -> bytes | None:
    value = function.tessellation
    return None if value is None else struct.pack("<B", value.control_points << 2 | value.patch)


def _load_version(at: int) -> _Loader:
    def load(origin: FunctionFile, group: StoredFunction) -> Version | None:
        payload = group.get("VERS")
        return None if payload is None else Version(*_VERSIONS.unpack(payload)[at : at + 2])

    return load


def _load_tessellation(origin: FunctionFile, group: StoredFunction) -> Tessellation | None:
    value = group.number("TESS")
    return None if value is None else Tessellation(PatchType(value & 3), value >> 2)


def _load_layer_type(origin: FunctionFile, group: StoredFunction) -> DataType | None:
    value = group.number("LAYR")
    return None if value is None else DataType(value)


def _load_item(tag: str, part: SectionPart) -> _Loader:
    def load(origin: FunctionFile, group: StoredFunction) -> object:
        offset = group.number(tag)
        return None if offset is None else part.item(origin.contents.get(part.field), offset)

    return load


def _refuse_name(function: LibraryFunction, layout: Layout, version: Version) -> str | None:
    if not function.name or "\0" in function.name:
        return "a name can't be empty or contain a NUL"
    encode_string(function.name)
    return None


def _refuse_versions(function: LibraryFunction, layout: Layout, version: Version) -> str | None:
    if function.air_version is None or function.language_version is None:
        return "it has no AIR or MSL version"
    for number in (function.air_version, function.language_version):
        if not all(0 <= part <= 0xFFFF for part in number):
            return f"version {number} does not fit 16 bits"
    return None


def _refuse_tessellation(function: LibraryFunction, layout: Layout, version: Version) -> str | None:
    if function.tessellation is None:
        return None
    if function.type is not FunctionType.VERTEX:
        return f"a function of type {function.type} can't have tessellation"
    if not 0 < function.tessellation.control_points <= 0x3F:
        return f"{function.tessellation.control_points} control points are not in 1..63"
    return None


def _refuse_layer_type(function: LibraryFunction, layout: Layout, version: Version) -> str | None:
    if function.layer_type is not None and function.type is not FunctionType.VERTEX:
        return f"a function of type {function.type} can't have a layer type"
    return None


def _refuse_reflection(function: LibraryFunction, layout: Layout, version: Version) -> str | None:
    if function.reflection is not None and (layout is not Layout.AIR_LLD or version < REFLECTION_SINCE):
        return f"no reflection in container {version.full} laid out as {layout.program} does"
    return None


FUNCTION_TAGS: dict[str, FunctionTag] = {
    tag.name: tag
    for tag in (
        FunctionTag(
            "NAME",
            None,
            lambda f, _: encode_string(f.name),
            {"name": TagField(None, text)},
            _refuse_name,
            is_computed=True,
            is_required=True,
        ),
        FunctionTag(
            "TYPE",
            1,
            lambda f, _: struct.pack("<B", f.type),
            {"type": TagField(None, _type_of, "type", None, "type", FunctionType.as_json, _NAMED)},
            is_computed=True,
            is_required=True,
        ),
        FunctionTag(
            "HASH",
            HASH_SIZE,
            lambda f, hashes: f.stored_hash or hashes(f),
            {
                "stored_hash": TagField(
                    lambda origin, group: group.get("HASH"),
                    _hash,
                    key="hash",
                    json=lambda value: value.hex(),
                    schema={
                        "type": ["string", "null"],
                        "pattern": "^[0-9a-f]*$",
                        "description": "HASH as stored",
                    },
                )
            },
            is_computed=True,
        ),
        FunctionTag(
            "MDSZ",
            8,
            lambda f, _: struct.pack("<Q", len(f.module)),
            {},
            is_computed=True,
            layouts=(Layout.METALLIB, Layout.AIR_LLD),
            air_lld_after="LAYR",
        ),
        FunctionTag(
            "OFFT",
            _OFFSETS.size,
            lambda f, _: bytes(_OFFSETS.size),
            {
                "public_metadata": TagField(
                    lambda origin, group: origin.public.at(group.offsets[0]), _group(PublicMetadata)
                ),
                "private_metadata": TagField(
                    lambda origin, group: origin.private.at(group.offsets[1]), _group(PrivateMetadata)
                ),
                "_module": TagField(lambda origin, group: origin.modules.of(group)),
                "module_offset": TagField(lambda origin, group: origin.header.modules.offset + group.offsets[2]),
            },
            is_computed=True,
            is_required=True,
        ),
        FunctionTag(
            "VERS",
            _VERSIONS.size,
            _encode_versions,
            {
                "air_version": TagField(
                    _load_version(0), _version, "AIR version", None, "air_version", str, _or_null(_VERSION)
                ),
                "language_version": TagField(
                    _load_version(2), _version, "MSL version", None, "msl_version", str, _or_null(_VERSION)
                ),
            },
            _refuse_versions,
        ),
        FunctionTag(
            "TESS",
            1,
            _encode_tessellation,
            {
                "tessellation": TagField(
                    _load_tessellation,
                    _of(Tessellation, type(None)),
                    "tessellation",
                    lambda value: f"{value.patch.label}, {value.control_points} control points",
                    "tessellation",
                    lambda value: {"patch": value.patch.label, "control_points": value.control_points},
                    _TESSELLATION,
                )
            },
            _refuse_tessellation,
            is_optional=True,
        ),
        FunctionTag(
            "LAYR",
            1,
            lambda f, _: None if f.layer_type is None else struct.pack("<B", f.layer_type),
            {
                "layer_type": TagField(
                    _load_layer_type,
                    _data_type,
                    "layer type",
                    lambda value: DataType(value).label,
                    "layer_type",
                    lambda value: DataType(value).as_json(),
                    {**_or_null(_NAMED), "description": "MTLDataType"},
                )
            },
            _refuse_layer_type,
            is_optional=True,
        ),
        FunctionTag(
            "SOFF",
            8,
            lambda f, _: None if f.source is None else bytes(8),
            {"source": TagField(_load_item("SOFF", SOURCES), _of(SourceArchive, type(None)))},
            refers_to=SOURCES,
            is_optional=True,
        ),
        FunctionTag(
            "RFLT",
            8,
            lambda f, _: None if f.reflection is None else bytes(8),
            {"reflection": TagField(_load_item("RFLT", REFLECTIONS), _of(ReflectionEntry, type(None)))},
            _refuse_reflection,
            refers_to=REFLECTIONS,
            is_optional=True,
            layouts=(Layout.AIR_LLD,),
        ),
    )
}
"""Every known tag of a function, by name, in the order of `metallib`. docs/format.md §5 has their meaning."""

_FIELDS = {name: field for row in FUNCTION_TAGS.values() for name, field in row.fields.items()}
_OPTIONAL = [name for name, field in _FIELDS.items() if field.check is not None and name not in ("name", "type")]
"""The fields of a function that default to None in its constructor."""


# --- the model -----------------------------------------------------------------------------------------------


class FunctionFile(StoredFile):
    """The file that functions were read from. Its readers return the same object for the same stored part; FormatError
    for a bad part."""

    functions: list[LibraryFunction]
    public: StoredMetadata[PublicMetadata]
    private: StoredMetadata[PrivateMetadata]
    modules: StoredModules
    contents: dict[str, Content]
    """The sections that the header extension names, by the field of the library that has their content."""


class LibraryFunction:
    """One entry of the function list.

    A function that was read decodes most fields on first access, and raises FormatError then if that part of the file
    is bad. Fields may be set; None omits the tag. Values are checked: BuildError names the field. Enumerations and
    versions are also accepted as text: `function.type = "kernel"`, `function.air_version = "2.6"`.
    """

    __slots__ = tuple(sorted({"_is_changed", "_origin", "_stored", "tag_order", "unknown_tags", *_FIELDS}))

    name: str
    """The entry point's name with namespaces; the mangled symbol of one that a dynamic library exports."""
    type: FunctionType
    """The kind of function (TYPE)."""
    air_version: Version | None
    """AIR version of the module (VERS): major and minor."""
    language_version: Version | None
    """Version of the Metal language that the module was compiled from (VERS): major and minor."""
    tessellation: Tessellation | None
    """The patches that a vertex function is for (TESS)."""
    layer_type: DataType | None
    """Type of the render target array index that a vertex function returns (LAYR)."""
    public_metadata: PublicMetadata
    """Vertex attributes, function constants, Core Image signature; functions may share a group."""
    private_metadata: PrivateMetadata
    """Source line and recorded inputs; functions may share a group."""
    source: SourceArchive | None
    """The archive of the translation unit that defines the function (SOFF); one of the library's archives."""
    reflection: ReflectionEntry | None
    """The entry of the reflection list (RFLT)."""
    unknown_tags: list[tuple[str, RawTag]]
    """Tags that have no row in `FUNCTION_TAGS`, with their payloads."""
    stored_hash: bytes | None
    """HASH as read, even if it is wrong; None for a new function, and after the module was replaced."""
    tag_order: tuple[str, ...]
    """The tags as read; empty for the order of the library's layout."""
    module_offset: int | None
    """Offset of the module in the file that the function was read from, in bytes; None for a new function."""

    def __init__(
        self,
        name: str,
        type: FunctionType,
        module: ModuleBytes = b"",
        *,
        air_version: Version | None = None,
        language_version: Version | None = None,
        tessellation: Tessellation | None = None,
        layer_type: DataType | None = None,
        public_metadata: PublicMetadata | None = None,
        private_metadata: PrivateMetadata | None = None,
        source: SourceArchive | None = None,
        reflection: ReflectionEntry | None = None,
        unknown_tags: list[tuple[str, RawTag]] | None = None,
    ) -> None:
        """`module` is wrapped bitcode with its padding (`mtlb.bitstream.wrapper.wrap`)."""
        self._is_changed = True
        for field in _OPTIONAL:
            _set(self, field, None)
        self.name = name
        self.type = type
        self.air_version = air_version
        self.language_version = language_version
        self.tessellation = tessellation
        self.layer_type = layer_type
        self.public_metadata = public_metadata or PublicMetadata()
        self.private_metadata = private_metadata or PrivateMetadata()
        self.source = source
        self.reflection = reflection
        self.unknown_tags = unknown_tags or []
        self.tag_order = ()
        self.module_offset = None
        self.module = module
        self._origin: FunctionFile | None = None
        self._stored: StoredFunction | None = None

    def __setattr__(self, name: str, value: Any) -> None:
        check = _CHECKS.get(name)
        if check is not None:
            try:
                value = check(name, value)
            except BuildError as error:
                raise BuildError(f"function {self._label()}: {error.reason}") from None
            _set(self, "_is_changed", True)
        _set(self, name, value)

    def _label(self) -> str:
        name = getattr(self, "name", None)
        return f"{name[:100]!a}" if isinstance(name, str) else "without a name"

    @property
    def is_changed(self) -> bool:
        """Whether it is new or a field was set after reading."""
        return self._is_changed

    @property
    def stored_group(self) -> StoredFunction | None:
        """Its stored group if writing would give the same bytes; None if it may differ."""
        is_same = not self._is_changed and not _has(_UNKNOWN_TAGS, self)  # callers may change it
        return self._stored if is_same else None

    def stored_metadata(self, field: str) -> TagGroup | bytes:
        """The public or private metadata: its bytes without the size word if it is not decoded yet, else the object.

        `field`: the name of the attribute. FormatError for a bad part.
        """
        if self._stored is not None and self._origin is not None and not _has(_METADATA[field], self):
            section, place = (self._origin.public, 0) if field == "public_metadata" else (self._origin.private, 1)
            content = section.untouched(self._stored.offsets[place])
            if content is not None:
                return content
        group: TagGroup = getattr(self, field)
        return group

    def __getattr__(self, attribute: str) -> Any:
        """Load a field from the file on first access."""
        load = _LOADERS.get(attribute)
        if load is None or self._origin is None or self._stored is None:
            raise AttributeError(f"a library's function has no {attribute!r}")
        value = load(self._origin, self._stored)
        _set(self, attribute, value)
        return value

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in LibraryFunction.__slots__ if name not in ("_origin", "_stored")}

    def __getstate__(self) -> dict[str, Any]:
        """All fields, decoded, because an unpickled function has no file. FormatError for a bad part."""
        return {name: portable(value) for name, value in self._fields().items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in {**state, "_origin": None, "_stored": None}.items():
            _set(self, name, restored(value))

    def copy(self) -> LibraryFunction:
        """A new function with the same content that does not need the file; parts that functions may share are the same
        objects. Its HASH is computed. FormatError for a bad part.
        """
        new = LibraryFunction.__new__(LibraryFunction)
        new.__setstate__({**self._fields(), "_is_changed": True, "module_offset": None, "stored_hash": None})
        _set(new, "unknown_tags", list(self.unknown_tags))
        return new

    def snapshot(self) -> Callable[[], None]:
        """A function that restores this state. Parts that were not read from the file are still read on demand."""
        state = {name: getattr(self, name) for name, slot in _SLOTS if _has(slot, self)}

        def restore() -> None:
            for name, slot in _SLOTS:
                if name in state:
                    _set(self, name, state[name])
                elif _has(slot, self):
                    object.__delattr__(self, name)

        return restore

    def __repr__(self) -> str:
        return f"<LibraryFunction {self.name!a} {self.type}>"

    @property
    def module(self) -> ModuleBytes:
        """Wrapper, bitcode and padding: a view into the file until replaced."""
        return self._module

    @module.setter
    def module(self, module: bytes | bytearray | memoryview) -> None:
        self._module = bytes_of("module", module)
        self.stored_hash = None

    @property
    def module_size(self) -> int:
        """Bytes of the module; of a library that was read, as its MDSZ has it. FormatError for a module that is not
        inside of its section."""
        if self._stored is not None and self._origin is not None and not _has(_MODULE, self):
            size = self._stored.number("MDSZ")
            if size is not None and self._stored.offsets[2] + size <= self._origin.header.modules.size:
                return size
        return len(self.module)

    @property
    def bitcode(self) -> memoryview:
        """The module's bitcode without wrapper and padding; FormatError for a bad wrapper."""
        return unwrap(self.module)

    def computed_hash(self) -> bytes:
        """SHA-256 of the stored module: wrapper, bitcode and padding."""
        return sha256(self.module)


_set = object.__setattr__
_SLOTS = [(name, vars(LibraryFunction)[name]) for name in LibraryFunction.__slots__]
_METADATA = {name: slot for name, slot in _SLOTS if name in ("public_metadata", "private_metadata")}
_MODULE = vars(LibraryFunction)["_module"]
_UNKNOWN_TAGS = vars(LibraryFunction)["unknown_tags"]


def _has(slot: Any, function: LibraryFunction) -> bool:
    """Whether a field is set, so that it need not be loaded from the file."""
    try:
        slot.__get__(function)
    except AttributeError:
        return False
    return True


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "module": _of(*BYTES),
    "unknown_tags": _unknown_tags,
    "tag_order": lambda name, value: items(name, value, str),
    **{name: field.check for name, field in _FIELDS.items() if field.check is not None},
}
"""The check of each field: returns the value to store; BuildError, which names the field, for an invalid one."""

# --- the order of tags, and loading them ----------------------------------------------------------------------------


def _tag_order(layout: Layout) -> tuple[str, ...]:
    order = [tag for tag, row in FUNCTION_TAGS.items() if layout in row.layouts]
    for tag, row in FUNCTION_TAGS.items():
        if layout is Layout.AIR_LLD and row.air_lld_after is not None:
            order.remove(tag)
            order.insert(order.index(row.air_lld_after) + 1, tag)
    return tuple(order)


TAG_ORDER = {layout: _tag_order(layout) for layout in Layout}
"""The order in which each layout has the tags."""

_LOADERS: dict[str, _Loader] = {
    "unknown_tags": lambda origin, group: [
        (tag, RawTag(group.get(tag) or b"")) for tag in group.shape.order if tag not in FUNCTION_TAGS
    ],
    "tag_order": lambda origin, group: group.shape.order,
}
_LOADERS.update({name: field.load for name, field in _FIELDS.items() if field.load is not None})


# --- reading -------------------------------------------------------------------------------------------------


def read_function_list(file: FunctionFile) -> tuple[list[LibraryFunction], list[StoredFunction], int]:
    """The functions, their groups, and where the list ends in the file.

    The list is a u32 count, then groups whose u32 size counts itself.
    """
    start = file.header.function_list.offset
    # The list is contiguous, before the public metadata. It is copied: bytes are faster to parse than a mapping.
    end = file.header.public_metadata.offset
    if end <= start:
        end = file.header.function_list.end + 4
    data = bytes(file.data[start:end])
    if len(data) < 4:
        raise FormatError("truncated: function count", offset=start)
    count = int.from_bytes(data[:4], "little")
    if count * MIN_GROUP_SIZE > len(data) - 4:
        raise FormatError(f"{count} functions in {len(data) - 4} bytes", offset=start)
    parse = _Parser(data, start).parse
    functions, groups = [], []
    pos = 4
    for _ in range(count):
        group, kind, pos = parse(pos)
        function = LibraryFunction.__new__(LibraryFunction)  # the other fields are loaded on first access
        _set(function, "_is_changed", False)
        _set(function, "name", group.name)
        _set(function, "type", kind)
        _set(function, "_origin", file)
        _set(function, "_stored", group)
        functions.append(function)
        groups.append(group)
    return functions, groups, start + pos


class _KnownShape(Shape):
    """A shape, and a fast test for further groups of it. If the first tag is the name, whose length varies, places
    count from its end; then one `struct` unpacks the tags and TYPE of every group of the shape.
    """

    __slots__ = ("marks", "types")

    def __init__(self, places: dict[str, tuple[int, int]]) -> None:
        super().__init__(places)
        skipped = ("1s" if tag == "TYPE" else f"{size}x" for tag, (_, size) in list(places.items())[1:])
        self.marks = struct.Struct("<" + "".join(f"6s{payload}" for payload in skipped) + "4s")
        self.types: dict[tuple[bytes, ...], FunctionType] = {}
        """Results of `marks` for valid groups, with the type in each."""


class _Parser:
    """Parses function groups. A group of a known shape takes one `unpack`, any other a `Reader`."""

    def __init__(self, data: bytes, base: int) -> None:
        """`data` starts at the function list, `base` is its offset in the file."""
        self._data = data
        self._base = base
        self._shapes: dict[int, _KnownShape] = {}  # by the size of a group from the end of its name

    def parse(self, start: int) -> tuple[StoredFunction, FunctionType, int]:
        """The group that starts at `start`, its TYPE, and where the group ends."""
        data = self._data
        end = start + int.from_bytes(data[start : start + 4], "little")
        if end > len(data) or end < start + MIN_GROUP_SIZE:
            raise self._error(start, f"function group of {end - start} bytes, {len(data) - start} left")
        name = start + 10
        tail = name + int.from_bytes(data[start + 8 : name], "little")
        shape = self._shapes.get(end - tail)
        if shape is not None and data[start + 4 : start + 8] == b"NAME":
            kind = shape.types.get(shape.marks.unpack_from(data, tail))
            if kind is not None and tail > name and data[tail - 1] == 0:
                return self._group(data[name : tail - 1], shape, tail, start), kind, end
        return (*self._parse_slowly(start, end), end)

    def _parse_slowly(self, start: int, end: int) -> tuple[StoredFunction, FunctionType]:
        """A group of a new shape, or with a new type."""
        reader = Reader(self._data, start + 4, end, base=self._base)
        places: dict[str, tuple[int, int]] = {}
        for tag, payload in iterate_tags(reader):
            if tag in places:
                raise self._error(payload.pos, f"function has tag {tag!r} twice")
            row = FUNCTION_TAGS.get(tag)
            size = payload.remaining if row is None or row.size is None else row.size
            if payload.remaining != size:
                raise self._error(payload.pos, f"{tag} has {payload.remaining} bytes, not {size}")
            places[tag] = (payload.pos, size)
        if reader.remaining:
            raise self._error(reader.pos, "function group continues after ENDT")
        for tag, row in FUNCTION_TAGS.items():
            if row.is_required and tag not in places:
                raise self._error(start, f"function has no {tag}")
        at, size = places["NAME"]
        name = self._data[at : at + size]
        decode_string(name)
        kind = FunctionType(self._data[places["TYPE"][0]])
        base, shape = self._shape(places, end, kind)
        return self._group(name[:-1], shape, base, start), kind

    def _shape(self, places: dict[str, tuple[int, int]], end: int, kind: FunctionType) -> tuple[int, Shape]:
        """The base offset of the shape's places, and the shape."""
        if next(iter(places)) != "NAME" or WIDE_TAGS.intersection(places):
            return 0, Shape(places)
        tail = sum(places["NAME"])
        relative = {tag: (at - tail, size) for tag, (at, size) in places.items()}
        relative["NAME"] = (0, 0)  # its place varies within the shape
        shape = self._shapes.get(end - tail)
        if shape is None or shape.places != relative:
            shape = self._shapes[end - tail] = _KnownShape(relative)
        shape.types[shape.marks.unpack_from(self._data, tail)] = kind
        return tail, shape

    def _group(self, name: bytes, shape: Shape, base: int, start: int) -> StoredFunction:
        return StoredFunction(string_from_bytes(name), shape, self._data, base, start, self._base + start)

    def _error(self, pos: int, reason: str) -> FormatError:
        return FormatError(reason, offset=self._base + pos)


# --- writing -------------------------------------------------------------------------------------------------


class TagReference(NamedTuple):
    """A tag whose payload becomes the offset of `item` in the section of `part`."""

    part: SectionPart
    item: object
    location: Location


_ENCODERS = [(tag, row.encode, row.is_computed) for tag, row in FUNCTION_TAGS.items()]
_PLACED: dict[str, tuple[SectionPart | None, str]] = {
    tag: (row.refers_to, next(iter(row.fields)))
    for tag, row in FUNCTION_TAGS.items()
    if row.refers_to is not None or tag == "OFFT"
}
"""Tags that are filled in at the end: the section that they refer to (OFFT: none of these), and of which field."""


class FunctionListWriter:
    """Writes the list, and records the fields to be filled in later: `references`, and OFFT of each function."""

    def __init__(self, out: Writer, layout: Layout) -> None:
        self.references: list[TagReference] = []
        self._out = out
        self._layout = layout
        self._offsets: list[Location] = []

    def write(self, functions: Sequence[LibraryFunction]) -> None:
        """One group per function; the u32 count before them is the caller's."""
        hashes = ModuleCache(functions, LibraryFunction.computed_hash)
        for function in functions:
            instance("a function of the library", function, LibraryFunction)
            try:
                self._write_group(function, hashes)
            except struct.error as error:
                raise BuildError(f"function {function.name!a}: a number does not fit its tag ({error})") from None

    def _write_group(self, function: LibraryFunction, hashes: _Hashes) -> None:
        out = self._out
        stored = function.stored_group
        if stored is not None:
            self._copy_group(function, stored)
            return
        canonical = TAG_ORDER[self._layout]
        order = function.tag_order or canonical
        payloads: dict[str, bytes] = dict(function.unknown_tags)
        for tag, encode, is_computed in _ENCODERS:
            if (not is_computed or tag in order) and tag not in payloads:
                payload = encode(function, hashes)
                if payload is not None:
                    payloads[tag] = payload
        if "OFFT" not in payloads:
            raise BuildError(f"function {function.name!a}: its tag_order lacks OFFT")
        size = out.reserve(4)
        for tag in arranged(tuple(payloads), function.tag_order, canonical):
            payload = payloads[tag]
            write_tag(out, tag, payload)
            if tag in _PLACED:
                self._fill_in_later(function, tag, Location(out.offset - len(payload), len(payload)))
        out.write(END_TAG)
        out.patch(size, out.offset - size.offset)

    def _copy_group(self, function: LibraryFunction, stored: StoredFunction) -> None:
        """Copy the stored group of an unchanged function, which is what `_write_group` would write."""
        start = self._out.offset
        self._out.write(bytearray(stored.content))  # a bytearray: it is patched later
        for tag in _PLACED:
            place = stored.place(tag)
            if place is not None:
                self._fill_in_later(function, tag, Location(start + place[0], place[1]))

    def _fill_in_later(self, function: LibraryFunction, tag: str, location: Location) -> None:
        part, field = _PLACED[tag]
        if part is None:
            self._offsets.append(location)
        else:
            self.references.append(TagReference(part, getattr(function, field), location))

    def place(self, public: list[int], private: list[int], modules: list[int]) -> None:
        """Fill in OFFT: for each function the offsets of its parts in the three sections."""
        for location, *offsets in zip(self._offsets, public, private, modules, strict=True):
            self._out.patch(location, _OFFSETS.pack(*offsets))


# --- checking ------------------------------------------------------------------------------------------------

_PARTS = ("public metadata", "private metadata", "module")


def check_function_list(check: Check, file: FunctionFile) -> None:
    """Names, types, and the tags of every function; and that the parts are in the order of the functions."""
    _check_groups(check, file)
    seen: list[set[int]] = [set(), set(), set()]
    highest = [-1, -1, -1]
    for group in file.groups:
        for slot, place in enumerate(group.offsets):
            if place not in seen[slot] and place < highest[slot]:
                check.report(
                    "order", f"its {_PARTS[slot]} begins before an earlier function's", group.offset, group.name
                )
            seen[slot].add(place)
            highest[slot] = max(highest[slot], place)


def _check_groups(check: Check, file: FunctionFile) -> None:
    names: set[str] = set()
    shapes: dict[int, list[tuple[str, str]]] = {}
    for function, group in zip(file.functions, file.groups, strict=True):
        name, offset = group.name, group.offset
        if name in names:
            check.report("duplicate-name", "the name is taken", offset, name)
        names.add(name)
        if not name.isascii() and any("\udc80" <= character <= "\udcff" for character in name):
            check.report("name-encoding", "the name is not UTF-8", offset, name)
        if not function.type.is_known:
            check.report("unknown-value", f"function type {function.type}", offset, name)
        key = id(group.shape)  # all functions of a shape have the same findings
        if key not in shapes:
            shapes[key] = list(_shape_findings(group.shape.order, file.layout))
        for code, message in shapes[key]:
            check.report(code, message, offset, name)


def _shape_findings(order: tuple[str, ...], layout: Layout) -> Iterator[tuple[str, str]]:
    ordered = [tag for tag in order if tag in FUNCTION_TAGS]
    for tag in order:
        if tag not in FUNCTION_TAGS:
            yield "unknown-tag", f"tag {tag!r}"
    # `metallib` chooses the layout of each function by its module's AIR version, so a library may mix its two layouts.
    if layout is not Layout.AIR_LLD:
        layout = Layout.METALLIB if "MDSZ" in order else Layout.METALLIB_LEGACY
    expected = TAG_ORDER[layout]
    for tag in expected:
        if tag not in order and not FUNCTION_TAGS[tag].is_optional:
            yield "missing-tag", f"no {tag}"
    if ordered != sorted(ordered, key=lambda tag: expected.index(tag) if tag in expected else len(expected)):
        yield "tag-order", " ".join(ordered)
