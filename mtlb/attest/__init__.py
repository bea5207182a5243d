"""Signed provenance of libraries: in-toto statements (SLSA provenance) in DSSE envelopes. docs/provenance.md."""

from __future__ import annotations

from .check import Attested, check, relink
from .envelope import Attestation, read_attestations, write_attestation
from .keys import SigningKey, VerifyingKey
from .statement import LinkRecord, Material, provenance

__all__ = [
    "Attestation",
    "Attested",
    "LinkRecord",
    "Material",
    "SigningKey",
    "VerifyingKey",
    "check",
    "provenance",
    "read_attestations",
    "relink",
    "write_attestation",
]
