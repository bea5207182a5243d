"""Checking a library against attestations: signature, then digest, then, if wanted, the link again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .._version import __version__
from ..base.digest import sha256
from ..base.errors import AttestationError
from ..container import write
from ..edit import separate_sources
from ..linker import InputFile, LinkOptions, link, pack
from .envelope import Attestation
from .keys import VerifyingKey
from .statement import LinkRecord, Material, link_record


@dataclass(frozen=True)
class Attested:
    """The attestation that holds for a file, the name that it gives the file, and who signed it: none without keys."""

    attestation: Attestation
    name: str
    signers: tuple[VerifyingKey, ...]


def check(data: bytes | memoryview, attestations: Iterable[Attestation], keys: Sequence[VerifyingKey] = ()) -> Attested:
    """The first attestation that one of `keys` signed and that is about the file with these bytes.

    Without keys only the digest is compared, and the caller should say so. AttestationError, with the reason, if no
    attestation holds.
    """
    digest = sha256(data).hex()
    about: list[Attested] = []
    others: list[str] = []
    for attestation in attestations:
        for subject in attestation.statement["subject"]:
            if subject["digest"].get("sha256", "").lower() == digest:
                about.append(Attested(attestation, subject.get("name", ""), tuple(attestation.signers(keys))))
            else:
                others.append(f"{subject.get('name', '')!a:.80}")
    for attested in about:
        if attested.signers or not keys:
            return attested
    if not about:
        named = f" ({', '.join(others[:3])})" if others else ""
        raise AttestationError(f"the attestation describes a different file{named}: SHA-256 here is {digest}")
    if not any(attested.attestation.signatures for attested in about):
        raise AttestationError("the attestation is not signed")
    raise AttestationError("the attestation is not signed by any of the keys given, or was changed after signing")


def relink(data: bytes | memoryview, attested: Attested, read: Callable[[str], bytes]) -> LinkRecord:
    """Link the inputs that the attestation names again and compare: what was linked is returned.

    `read` gives the bytes of an input by its recorded name; OSError as it raises it. AttestationError for an input
    with another digest, and for a link that makes other bytes. FormatError for a statement about another kind of build,
    and whatever linking raises.
    """
    record = link_record(attested.attestation.statement)
    files = []
    for material in record.inputs:
        content = read(material.name)
        if Material.of(material.name, content).sha256 != material.sha256.lower():
            raise AttestationError("is not the input that was attested: its SHA-256 differs", file=material.name)
        files.append(InputFile(material.name, content))
    outputs = outputs_of(files, record.options, packed=record.packed, companion=record.companion)
    if not any(content == data for content in outputs):
        version = f"; it was linked by mtlb {record.version}, this is {__version__}"
        raise AttestationError(
            f"relinking the attested inputs gives different bytes{version if record.version != __version__ else ''}"
        )
    return record


def outputs_of(
    files: Sequence[InputFile], options: LinkOptions, *, packed: bool = False, companion: bool = False
) -> list[bytes]:
    """The files that a link writes: the library, and with `companion` the symbol companion that has its sources."""
    library = pack(files, options) if packed else link(files, options).library
    data = write(library)
    return list(separate_sources(data)) if companion else [data]
