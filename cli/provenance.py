"""Attestations on the command line: keys and passphrases, `link --attest`, `verify --attestation`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.errors import AttestationError, BuildError, MtlbError, in_file
from mtlb.base.files import read_regular_file

from . import console
from . import io as files
from .arguments import Role
from .groups import Group
from .parameters import CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.attest import Attestation, SigningKey, VerifyingKey
    from mtlb.linker import InputFile, LinkOptions

_PASSPHRASE = "MTLB_PASSPHRASE"
_INPUT_BYTES = 2 << 30


def signing_key(name: str) -> SigningKey:
    """The private key in a file; its passphrase comes from the environment, or is read from the terminal."""
    from mtlb.attest import SigningKey

    def passphrase() -> str:
        passphrase_text = os.environ.get(_PASSPHRASE)
        if passphrase_text is not None:
            return passphrase_text
        if name == files.STDIO or not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise BuildError(f"the key is encrypted: give its passphrase in {_PASSPHRASE}")
        import typer

        return str(typer.prompt(f"Passphrase of {console.printable(name)}", hide_input=True, err=True))

    with files.naming(name):
        return SigningKey.read(files.read_input(name), passphrase)


def attestation(
    inputs: Sequence[InputFile],
    outputs: Sequence[tuple[str, bytes]],
    options: LinkOptions,
    key: SigningKey | None,
    *,
    packed: bool = False,
) -> bytes:
    """The line that says what `outputs` were linked from. Outputs are named without their directories."""
    from mtlb.attest import LinkRecord, Material, provenance, write_attestation

    record = LinkRecord(
        tuple(Material.of(path.name, path.data) for path in inputs), options, packed, companion=len(outputs) > 1
    )
    products = [Material.of(os.path.basename(name), data) for name, data in outputs]
    return write_attestation(provenance(products, record), key)


class Provenance:
    """The attestations that `mtlb verify` checks libraries against."""

    def __init__(
        self, attestations: list[Attestation], keys: list[VerifyingKey], *, relink: bool, inputs: str | None
    ) -> None:
        self.attestations = attestations
        self.keys = keys
        self.relink = relink
        self.inputs = inputs

    def check(self, name: str) -> dict[str, Any]:
        """The results for a file, as JSON values. Prints failures, and with -v successes."""
        from mtlb.attest import check, relink

        described: dict[str, Any] = {"file": name, "ok": False, "name": None, "keys": [], "relinked": False}
        try:
            data = files.read_input(name)
            attested = check(data, self.attestations, self.keys)
            described["name"] = attested.name
            described["keys"] = [key.key_id for key in attested.signers]
            if self.relink:
                with console.progress(f"linking {name} again"):
                    relink(data, attested, partial(self._read, is_trusted=bool(attested.signers)))
                described["relinked"] = True
        except (MtlbError, OSError) as error:
            if isinstance(error, AttestationError):
                error.file = error.file or name
            described["problem"] = str(error)
            console.failure(error)
            return described
        described["ok"] = True
        if not self.keys:
            console.warn(f"{name}: only its digest was compared: give the public key (--key) to check the signature")
        signers = ", ".join(key.key_id for key in attested.signers) or "no key that was given"
        again = "; relinking the inputs gave the same bytes" if described["relinked"] else ""
        console.note(f"{name}: attested, signed by {signers}{again}")
        return described

    def _read(self, name: str, *, is_trusted: bool) -> bytes:
        """An input by its name in a statement. The statement may be unsigned, so the name must not lead outside."""
        from pathlib import Path

        path = Path(name)
        with in_file(name):
            if not is_trusted and self.inputs is None and (path.is_absolute() or path.drive or ".." in path.parts):
                raise AttestationError(
                    "is an input outside of this directory, which only a signed attestation may name: give the "
                    "key (--key) or a directory (--inputs)"
                )
            return read_regular_file(Path(self.inputs or "") / path, _INPUT_BYTES)


_option = partial(CommandOption, rich_help_panel="Provenance")


class AttestedBy(Group):
    """The attestation options of `mtlb verify`."""

    attestation: Annotated[
        str | None,
        _option(metavar="FILE", help="Check the files against these attestations (mtlb link --attest) first."),
        Role.READ,
    ] = None
    key: Annotated[
        list[str] | None,
        _option(
            metavar="PUB",
            help="The attestation must be signed by this public key. Repeatable: any one of them suffices.",
        ),
        Role.READ,
    ] = None
    relink: Annotated[bool, _option("--relink", help="Relink the attested inputs: the bytes must be the same.")] = False
    input_directory: Annotated[
        str | None, _option("--inputs", metavar="DIR", show_default="here", help="Where --relink finds the inputs.")
    ] = None

    def provenance(self) -> Provenance | None:
        """The attestations and keys, read; None without an attestation. Raises UsageError for options that need an
        attestation."""
        if self.attestation is None:
            if self.key or self.relink or self.input_directory is not None:
                raise UsageError("--key, --relink and --inputs need --attestation")
            return None
        if self.input_directory is not None and not self.relink:
            raise UsageError("--inputs needs --relink")
        from mtlb.attest import VerifyingKey, read_attestations

        keys = []
        for name in self.key or []:
            with files.naming(name):
                keys.append(VerifyingKey.read(files.read_input(name)))
        with files.naming(self.attestation):
            attestations = read_attestations(files.read_input(self.attestation))
        return Provenance(attestations, keys, relink=self.relink, inputs=self.input_directory)
