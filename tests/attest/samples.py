"""Keys that are the same in every run, and the attestation of a link of two golden modules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import mtlb
from mtlb.attest import LinkRecord, Material, SigningKey, provenance, write_attestation
from mtlb.linker import InputFile, LinkOptions

AIR = Path(__file__).resolve().parents[2] / "golden" / "air"
NAMES = ("link_main.air", "link_helper.air", "link_stages.air")
OPTIONS = LinkOptions(output="shaders.metallib")

ED25519 = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ECDSA = {
    "P-256": ec.derive_private_key(0x1234567, ec.SECP256R1()),
    "P-384": ec.derive_private_key(0x1234567, ec.SECP384R1()),
    "P-521": ec.derive_private_key(0x1234567, ec.SECP521R1()),
}
KEYS = {"Ed25519": ED25519, **ECDSA}


def public_pem(key: ed25519.Ed25519PrivateKey | ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def inputs() -> list[InputFile]:
    return [InputFile(name, (AIR / name).read_bytes()) for name in NAMES]


@cache
def linked() -> tuple[bytes, LinkRecord]:
    """The library, and what it was linked of, as mtlb 0.1.0 says it."""
    files = inputs()
    materials = tuple(Material.of(file.name, file.data) for file in files)
    data = mtlb.write(mtlb.link(files, OPTIONS).library)
    return data, LinkRecord(materials, OPTIONS, version="0.1.0")


def attestation(key: SigningKey | None = None) -> bytes:
    """The line about the linked library; signed with the Ed25519 key if no other is given."""
    data, record = linked()
    statement = provenance([Material.of("shaders.metallib", data)], record)
    return write_attestation(statement, SigningKey(ED25519) if key is None else key)
