"""Keys: every form that is read, what is refused, that nothing secret is shown."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from mtlb.attest import SigningKey, VerifyingKey
from mtlb.base.errors import BuildError, FormatError, MtlbError, UnsupportedError
from tests.attest.samples import ECDSA, ED25519, KEYS, public_pem

FORMS = {
    "PKCS8": (Encoding.PEM, PrivateFormat.PKCS8),
    "OpenSSH": (Encoding.PEM, PrivateFormat.OpenSSH),
    "SEC1": (Encoding.PEM, PrivateFormat.TraditionalOpenSSL),
}
SECRET = b"a secret word"


@pytest.mark.parametrize(
    ("form", "name"),  # SEC 1 is for elliptic curves of ECDSA
    [(form, name) for form in FORMS for name in KEYS if (form, name) != ("SEC1", "Ed25519")],
)
@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "encrypted"])
@pytest.mark.long
def test_every_form_of_private_key(name: str, form: str, encrypted: bool) -> None:
    protection: KeySerializationEncryption = BestAvailableEncryption(SECRET) if encrypted else NoEncryption()
    data = KEYS[name].private_bytes(*FORMS[form], protection)
    asked: list[int] = []

    def passphrase() -> str:
        asked.append(1)
        return SECRET.decode()

    key = SigningKey.read(data, passphrase)
    assert len(asked) == encrypted
    assert key.public.key_id == VerifyingKey.read(public_pem(KEYS[name])).key_id
    if encrypted:
        with pytest.raises(BuildError, match="no passphrase"):
            SigningKey.read(data)
        with pytest.raises(BuildError, match="passphrase is empty"):
            SigningKey.read(data, lambda: "")
        with pytest.raises(FormatError, match="the passphrase is wrong"):
            SigningKey.read(data, lambda: "another")


@pytest.mark.parametrize("name", KEYS)
def test_signatures_are_the_same_each_time_and_hold(name: str) -> None:
    key = SigningKey(KEYS[name])
    signature = key.sign(b"data")
    assert signature == key.sign(b"data")
    assert key.public.verifies(signature, b"data")
    assert not key.public.verifies(signature, b"date")
    assert not key.public.verifies(signature[:-1], b"data")
    assert not key.public.verifies(b"", b"data")


@pytest.mark.parametrize("name", KEYS)
def test_both_forms_of_public_key(name: str) -> None:
    line = KEYS[name].public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH) + b" someone@somewhere\n"
    assert VerifyingKey.read(line).key_id == VerifyingKey.read(public_pem(KEYS[name])).key_id


def test_key_identifiers_are_those_of_in_toto() -> None:
    signer = pytest.importorskip("securesystemslib.signer")
    for name, key in KEYS.items():
        theirs = signer.SSlibKey.from_crypto(key.public_key())
        assert SigningKey(KEYS[name]).public.key_id == theirs.keyid


def rsa_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


def test_other_algorithms_are_refused_by_name() -> None:
    others = [rsa_key(), ec.derive_private_key(77, ec.SECP256K1())]
    for other in others:
        with pytest.raises(UnsupportedError, match="take Ed25519"):
            SigningKey.read(other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        with pytest.raises(UnsupportedError, match="take Ed25519"):
            VerifyingKey.read(other.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


PRIVATE = ED25519.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def test_the_other_half_is_named() -> None:
    with pytest.raises(FormatError, match="this is a private key"):
        VerifyingKey.read(PRIVATE)
    with pytest.raises(FormatError, match="this is a public key"):
        SigningKey.read(public_pem(ED25519))


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 100, b"ssh-ed25519 AAAA", b"-----BEGIN PUBLIC KEY-----\n-----END", b"x" * 70000]
)
def test_what_is_no_key(data: bytes) -> None:
    for read in (SigningKey.read, VerifyingKey.read):
        with pytest.raises(FormatError):
            read(data)


def test_messages_show_nothing_of_a_private_key() -> None:
    for key in (ED25519, *ECDSA.values()):
        for form in (PrivateFormat.PKCS8, PrivateFormat.OpenSSH):
            data = key.private_bytes(Encoding.PEM, form, NoEncryption())
            lines = [line for line in data.splitlines() if not line.startswith(b"-----")]
            for damaged in (data[:-60], data.replace(lines[0][:4], b"AAAA"), data.replace(b"-----END", b"-----EHD")):
                try:
                    shown = repr(SigningKey.read(damaged))
                except MtlbError as error:
                    shown = f"{error!s} {error!r} {error.__cause__!r}"
                assert not any(line.decode() in shown for line in lines)
                assert len(shown) < 400
