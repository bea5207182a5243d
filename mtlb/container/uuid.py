"""The UUID of a library: 16 bytes in the header extension, given or derived from the content."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from ..base.arguments import refusal
from ..base.binary import Location, Writer
from ..base.digest import UUID_SIZE, name_based_uuid
from ..base.errors import BuildError, FormatError

if TYPE_CHECKING:
    from uuid import UUID  # its import takes 2 ms, for what most libraries are without

UUID_TAG = "UUID"


class UuidPolicy(Enum):
    """Where the UUID of a library comes from, in place of 16 given bytes."""

    FROM_CONTENT = "from-content"
    """MD5 of the file with the UUID zeroed, marked as version 3 (docs/format.md §14). Apple's can't be derived."""


def parse_uuid(text: str, name: str = "") -> UUID:
    """The UUID that a text spells in a form of `uuid.UUID`; BuildError, which begins with `name`, for others."""
    from uuid import UUID

    try:
        return UUID(text)
    except ValueError:
        raise BuildError(f"{name and f'{name}: '}not a UUID: {text!r}") from None


def uuid_value(name: str, value: object) -> bytes | UuidPolicy | None:
    """The stored form of a UUID given in any accepted form. BuildError, which names `name`, for anything else."""
    if value is None or isinstance(value, UuidPolicy):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)) and len(value) == UUID_SIZE:
        return bytes(value)
    from uuid import UUID

    if isinstance(value, str):
        value = parse_uuid(value, name)
    if isinstance(value, UUID):
        return value.bytes
    raise refusal(name, value, f"{UUID_SIZE} bytes, a UUID or its text, a UuidPolicy or None")


def read_uuid(payload: bytes, offset: int) -> bytes:
    """The payload of the tag; FormatError if it is not 16 bytes. `offset`: of its end in the file."""
    if len(payload) != UUID_SIZE:
        raise FormatError(f"UUID of {len(payload)} bytes", offset=offset)
    return bytes(payload)


def write_uuid(out: Writer, location: Location, uuid: bytes | UuidPolicy) -> None:
    """Fill in the UUID of the finished file: 16 given bytes, or the MD5 of the file with zeros in their place."""
    if uuid is UuidPolicy.FROM_CONTENT:
        uuid = name_based_uuid(out.chunks())
    if not isinstance(uuid, bytes) or len(uuid) != UUID_SIZE:
        what = f"UUID of {len(uuid)} bytes" if isinstance(uuid, (bytes, bytearray)) else f"uuid is {uuid!r:.60}"
        raise BuildError(f"{what}, not {UUID_SIZE} bytes")
    out.patch(location, uuid)
