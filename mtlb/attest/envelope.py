"""DSSE envelopes (Dead Simple Signing Envelope 1.0) with in-toto statements, one JSON object per line of a file.

What is signed is the pre-authentication encoding: `DSSEv1`, then length and text of the payload's type, then length and
bytes of the payload, separated by single spaces; lengths are decimal numbers of bytes.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..base.arguments import bytes_of
from ..base.errors import FormatError
from .keys import SigningKey, VerifyingKey

PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"


@dataclass(frozen=True)
class Attestation:
    """A statement, and the signatures over it: pairs of key identifier and signature. `line`: in its file, from 1.

    `payload`: the statement's bytes as they were signed. Without signatures anybody may have written it.
    """

    statement: dict[str, Any]
    payload: bytes
    signatures: tuple[tuple[str, bytes], ...] = ()
    line: int = 1

    def signers(self, keys: Iterable[VerifyingKey]) -> list[VerifyingKey]:
        """Those of `keys` that signed the statement. The key identifiers are hints and decide nothing."""
        signed = _encoded(self.payload)
        return [key for key in keys if any(key.verifies(signature, signed) for _, signature in self.signatures)]


def write_attestation(statement: dict[str, Any], key: SigningKey | None = None) -> bytes:
    """One line: the statement in an envelope that `key` signed, or without a key the statement alone."""
    payload = _compact(statement)
    if key is None:
        return payload + b"\n"
    signature = {"keyid": key.public.key_id, "sig": _base64(key.sign(_encoded(payload)))}
    envelope = {"payload": _base64(payload), "payloadType": PAYLOAD_TYPE, "signatures": [signature]}
    return _compact(envelope) + b"\n"


def read_attestations(data: bytes) -> list[Attestation]:
    """The attestations of a file: one JSON object, or one per line; empty lines are passed over.

    FormatError, with the line, for anything that is neither an envelope with an in-toto statement nor a bare statement.
    """
    data = bytes(bytes_of("attestation", data))
    whole = _object(data) if b"\n" in data.strip() else None
    if whole is not None:
        return [_attestation(whole, data, 1)]
    results = []
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            value = _object(line)
            if value is None:
                raise FormatError(f"line {number} is not a JSON object")
            results.append(_attestation(value, line.strip(), number))
    if not results:
        raise FormatError("the file contains no attestation; `mtlb link --attest` writes one")
    return results


def _attestation(value: dict[str, Any], line: bytes, number: int) -> Attestation:
    if "payloadType" not in value and "payload" not in value:
        return Attestation(_statement(value, number), line, (), number)
    kind, payload, signatures = (value.get(name) for name in ("payloadType", "payload", "signatures"))
    if kind != PAYLOAD_TYPE:
        raise FormatError(f"line {number}: the envelope holds {kind!r:.80}, not {PAYLOAD_TYPE}")
    if not isinstance(signatures, list):
        raise FormatError(f"line {number}: the envelope has no list of signatures")
    body = _decoded(payload, f"line {number}: the payload")
    statement = _object(body)
    if statement is None:
        raise FormatError(f"line {number}: the payload is not a JSON object")
    pairs = []
    for signature in signatures:
        key_id = signature.get("keyid", "") if isinstance(signature, dict) else None
        if not isinstance(key_id, str):
            raise FormatError(f"line {number}: a signature is not an object with keyid and sig")
        pairs.append((key_id, _decoded(signature.get("sig"), f"line {number}: a signature")))
    return Attestation(_statement(statement, number), body, tuple(pairs), number)


def _statement(value: dict[str, Any], number: int) -> dict[str, Any]:
    if value.get("_type") != STATEMENT_TYPE:
        raise FormatError(f"line {number} is not an in-toto statement: _type is {value.get('_type')!r:.80}")
    if not isinstance(value.get("predicateType"), str) or not isinstance(value.get("predicate", {}), dict):
        raise FormatError(f"line {number}: the statement has no predicate with a type")
    subjects = value.get("subject")
    if not isinstance(subjects, list) or not subjects or not all(_is_resource(subject) for subject in subjects):
        raise FormatError(f"line {number}: the statement's subjects are not a list of objects with digests")
    return value


def _is_resource(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("name", ""), str):
        return False
    digest = value.get("digest")
    return isinstance(digest, dict) and all(isinstance(text, str) for text in digest.values())


def _encoded(payload: bytes) -> bytes:
    """DSSE's pre-authentication encoding of a payload."""
    kind = PAYLOAD_TYPE.encode("ascii")
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def _compact(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _decoded(text: object, what: str) -> bytes:
    """Base64 in either alphabet, as DSSE allows."""
    if isinstance(text, str) and text.isascii():
        try:
            return base64.b64decode(text.translate(_STANDARD), validate=True)
        except binascii.Error:
            pass
    raise FormatError(f"{what} is not base64")


_STANDARD = str.maketrans("-_", "+/")


def _object(data: bytes) -> dict[str, Any] | None:
    """The JSON object in `data`; None for anything else, also if a member occurs twice."""
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError):  # what json raises for text that is not JSON, or nests too deeply
        return None
    return value if isinstance(value, dict) else None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member occurs twice")
    return members


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
