"""Envelopes and statements: written, read, checked, refused; the link made again."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.attest import (
    Material,
    SigningKey,
    VerifyingKey,
    check,
    provenance,
    read_attestations,
    relink,
    write_attestation,
)
from mtlb.attest.statement import LinkRecord, link_record
from mtlb.base.errors import AttestationError, BuildError, FormatError, MtlbError
from mtlb.linker import LinkOptions
from tests.attest.samples import AIR, KEYS, attestation, linked

GOLDEN = AIR.parent / "attest" / "link.intoto.jsonl"
OURS = SigningKey(KEYS["Ed25519"])
ANOTHER = SigningKey(KEYS["P-256"])


def read_input(name: str) -> bytes:
    return (AIR / name).read_bytes()


def test_the_attestation_of_a_link_is_the_golden_one() -> None:
    assert attestation() == GOLDEN.read_bytes()


def test_the_build_type_of_mtlb_0_2_is_read() -> None:
    data, record = linked()
    statement = provenance([Material.of("shaders.metallib", data)], record)
    statement["predicate"]["buildDefinition"]["buildType"] = "pkg:pypi/mtlb#link/v1"
    assert link_record(statement) == record


@pytest.mark.parametrize("name", KEYS)
def test_what_was_signed_holds(name: str) -> None:
    key = SigningKey(KEYS[name])
    data, record = linked()
    line = attestation(key)
    assert line == attestation(key)
    attested = check(data, read_attestations(line), [ANOTHER.public, key.public])
    assert attested.name == "shaders.metallib"
    assert key.public.key_id in [signer.key_id for signer in attested.signers]
    assert relink(data, attested, read_input) == record


def test_another_file_another_key_no_signature() -> None:
    data, record = linked()
    signed = read_attestations(attestation())
    with pytest.raises(AttestationError, match=r"describes a different file \('shaders.metallib'\)"):
        check(data + b"\0", signed, [OURS.public])
    with pytest.raises(AttestationError, match="not signed by any of the keys given"):
        check(data, signed, [ANOTHER.public])
    bare = read_attestations(write_attestation(provenance([Material.of("x", data)], record)))
    assert check(data, bare).signers == ()
    with pytest.raises(AttestationError, match=r"is not signed$"):
        check(data, bare, [OURS.public])


def test_one_of_several_lines_is_enough() -> None:
    data, record = linked()
    other = write_attestation(provenance([Material.of("other", b"other")], record), OURS)
    lines = other + b"\n" + attestation(ANOTHER) + attestation()
    attested = check(data, read_attestations(lines), [OURS.public])
    assert attested.attestation.line == 4


def test_an_input_that_changed_and_one_that_is_gone() -> None:
    data, _ = linked()
    attested = check(data, read_attestations(attestation()), [OURS.public])
    with pytest.raises(AttestationError, match=r"link_main\.air: is not the input that was attested"):
        relink(data, attested, lambda name: read_input(name) + b"\0")
    with pytest.raises(FileNotFoundError):
        relink(data, attested, lambda name: Path("/nowhere", name).read_bytes())


def test_a_link_that_gives_other_bytes() -> None:
    _, record = linked()
    statement = provenance([Material.of("shaders.metallib", b"not what it makes")], record)
    attested = check(b"not what it makes", read_attestations(write_attestation(statement, OURS)), [OURS.public])
    with pytest.raises(AttestationError, match="relinking the attested inputs gives different bytes"):
        relink(b"not what it makes", attested, read_input)


def test_paths_of_the_machine_are_not_recorded() -> None:
    options = LinkOptions(path_prefix_map=["/home/me/="], output="a.metallib")
    record = LinkRecord((Material("/home/me/src/a.air", "00"),), options)
    text = json.dumps(provenance([Material("a.metallib", "00")], record))
    assert "/home/me" not in text
    assert '"src/a.air"' in text


def test_options_and_inputs_survive() -> None:
    options = LinkOptions(platform="ios", min_os="17.0", uuid="00112233-4455-6677-8899-aabbccddeeff")
    record = LinkRecord((Material("a", "1"), Material("a", "2")), options, packed=True, companion=True, version="9.9")
    assert link_record(provenance([Material("x", "3")], record)) == record


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    value = json.loads(attestation())
    change(value)
    return json.dumps(value).encode()


def with_payload(text: bytes) -> bytes:
    return changed(lambda envelope: envelope.update(payload=base64.b64encode(text).decode()))


STATEMENT = b'{"_type": "https://in-toto.io/Statement/v1", "predicateType": "t", "subject": [{"digest": {}}]}'
BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "no attestation"),
    "blank": (b"\n \n", "no attestation"),
    "not JSON": (b"{]", "line 1 is not a JSON object"),
    "a list": (b"[1]", "line 1 is not a JSON object"),
    "not text": (b"\xff\xfe", "line 1 is not a JSON object"),
    "twice": (b'{"_type": 1, "_type": 2}', "line 1 is not a JSON object"),
    "deep": (b'{"a":' * 100_000, "line 1 is not a JSON object"),
    "NaN": (b'{"_type": NaN}', "line 1 is not a JSON object"),
    "long number": (b'{"_type": ' + b"9" * 5000 + b"}", "line 1 is not a JSON object"),
    "another statement": (b'{"_type": "x"}', "line 1 is not an in-toto statement"),
    "second line": (STATEMENT + b"\n{}\n", "line 2 is not an in-toto statement"),
    "no subject": (STATEMENT.replace(b'[{"digest": {}}]', b"[]"), "subjects are not a list"),
    "no digest": (STATEMENT.replace(b'{"digest": {}}', b"{}"), "subjects are not a list"),
    "digest is not text": (STATEMENT.replace(b"{}", b'{"sha256": 1}'), "subjects are not a list"),
    "no predicate type": (STATEMENT.replace(b'"t"', b"1"), "no predicate with a type"),
    "payload type": (changed(lambda e: e.update(payloadType="text/plain")), "holds 'text/plain'"),
    "payload": (changed(lambda e: e.update(payload="*")), "the payload is not base64"),
    "payload is not JSON": (with_payload(b"}"), "the payload is not a JSON object"),
    "payload is another": (with_payload(b"{}"), "is not an in-toto statement"),
    "signatures": (changed(lambda e: e.update(signatures={})), "no list of signatures"),
    "signature": (changed(lambda e: e.update(signatures=[1])), "not an object with keyid and sig"),
    "key id": (changed(lambda e: e["signatures"][0].update(keyid=1)), "not an object with keyid and sig"),
    "sig": (changed(lambda e: e["signatures"][0].update(sig="é")), "a signature is not base64"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_attestation(name: str) -> None:
    data, reason = BAD[name]
    with pytest.raises(FormatError, match=reason):
        read_attestations(data)


def part(*path: str | int, value: object) -> Callable[[dict[str, Any]], None]:
    def change(statement: dict[str, Any]) -> None:
        place: Any = statement
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


DEFINITION = ("predicate", "buildDefinition")
NOT_OURS = {
    "predicate": (part("predicateType", value="x"), "not SLSA provenance"),
    "definition": (part(*DEFINITION, value=1), "no buildDefinition"),
    "build type": (part(*DEFINITION, "buildType", value="x"), "another kind of build"),
    "command": (part(*DEFINITION, "externalParameters", "command", value="ar"), "unknown command 'ar'"),
    "options": (part(*DEFINITION, "externalParameters", "options", value={"speed": 1}), "unknown option"),
    "option": (part(*DEFINITION, "externalParameters", "options", value={"platform": []}), "platform"),
    "inputs": (part(*DEFINITION, "resolvedDependencies", value=None), "no resolvedDependencies"),
    "input": (part(*DEFINITION, "resolvedDependencies", 0, value={"name": "x"}), "lacks a name or a SHA-256"),
    "builder": (part("predicate", "runDetails", value={}), "no builder"),
    "version": (part("predicate", "runDetails", "builder", "version", value={}), "which version"),
}


@pytest.mark.parametrize("name", NOT_OURS)
def test_statements_that_no_link_of_ours_made(name: str) -> None:
    change, reason = NOT_OURS[name]
    data, record = linked()
    statement = provenance([Material.of("x", data)], record)
    change(statement)
    attested = check(data, read_attestations(write_attestation(statement, OURS)), [OURS.public])
    with pytest.raises(MtlbError, match=reason):
        relink(data, attested, read_input)


@given(st.data())
def test_no_changed_byte_of_an_envelope_holds(data: st.DataObject) -> None:
    line = bytearray(GOLDEN.read_bytes().rstrip(b"\n"))
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] ^= data.draw(st.integers(1, 255))
    library, _ = linked()
    try:
        attestations = read_attestations(bytes(line))
        attested = check(library, attestations, [OURS.public])
    except MtlbError:
        return
    # What is not signed may differ: the key's identifier, and what base64 does not hold.
    assert attested.attestation.payload == read_attestations(GOLDEN.read_bytes())[0].payload


def test_in_toto_accepts_ours_and_refuses_a_changed_byte() -> None:
    dsse = pytest.importorskip("securesystemslib.dsse")
    exceptions = pytest.importorskip("securesystemslib.exceptions")
    signer = pytest.importorskip("securesystemslib.signer")
    metadata = pytest.importorskip("in_toto.models.metadata")
    for key in KEYS.values():
        line = attestation(SigningKey(key))
        theirs = signer.SSlibKey.from_crypto(key.public_key())
        envelope = dsse.Envelope.from_dict(json.loads(line))
        assert list(envelope.verify([theirs], 1)) == [theirs.keyid]
        words = {"keyid": theirs.keyid, **theirs.to_dict()}
        metadata.Envelope.from_dict(json.loads(line)).verify_signature(words)
        envelope.payload = envelope.payload.replace(b"shaders", b"shadows")
        with pytest.raises(exceptions.VerificationError):
            envelope.verify([theirs], 1)


def test_in_toto_takes_the_statement() -> None:
    statement = pytest.importorskip("in_toto_attestation.v1.statement")
    protocol = pytest.importorskip("in_toto_attestation.v1.statement_pb2")
    from google.protobuf.json_format import Parse

    (actual,) = read_attestations(attestation())
    statement.Statement.copy_from_pb(Parse(actual.payload, protocol.Statement())).validate()


def test_keys_are_bytes() -> None:
    with pytest.raises(BuildError, match="key is 'ssh-ed25519'"):
        VerifyingKey.read("ssh-ed25519")  # type: ignore[arg-type]
