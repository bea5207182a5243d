"""Keys that sign attestations and check them: Ed25519, and ECDSA on NIST's curves P-256, P-384 and P-521.

Private keys are read from PEM (PKCS #8, SEC 1) and OpenSSH's format, encrypted or not; public keys from PEM
(SubjectPublicKeyInfo) and OpenSSH's one-line format. No part of a private key is in any message.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable

from cryptography.exceptions import InternalError, InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
    load_ssh_private_key,
    load_ssh_public_key,
)

from ..base.arguments import bytes_of
from ..base.errors import BuildError, FormatError, UnsupportedError

_Private = ed25519.Ed25519PrivateKey | ec.EllipticCurvePrivateKey
_Public = ed25519.Ed25519PublicKey | ec.EllipticCurvePublicKey

_OPENSSH_PRIVATE = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_OPENSSH_MAGIC = b"openssh-key-v1\0"
_OPENSSH_PUBLIC = (b"ssh-", b"ecdsa-sha2-", b"sk-")
_CURVES: dict[str, tuple[str, hashes.HashAlgorithm]] = {
    "secp256r1": ("ecdsa-sha2-nistp256", hashes.SHA256()),
    "secp384r1": ("ecdsa-sha2-nistp384", hashes.SHA384()),
    "secp521r1": ("ecdsa-sha2-nistp521", hashes.SHA512()),
}
"""The curve, the scheme's name (securesystemslib's), and the hash that the scheme takes."""

_DAMAGED = (ValueError, TypeError, NotImplementedError, InternalError)
"""What the cryptography package raises for damaged keys: also for compressed points, and what OpenSSL refuses."""

_LARGEST = 1 << 16  # bytes of a key file


class VerifyingKey:
    """A public key. `key_id` is what in-toto's own library derives from the key (64 hexadecimal digits)."""

    __slots__ = ("_key", "key_id", "scheme")

    def __init__(self, key: _Public) -> None:
        self._key = key
        if isinstance(key, ed25519.Ed25519PublicKey):
            kind, self.scheme = "ed25519", "ed25519"
            public = key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
        else:
            kind, self.scheme = "ecdsa", _curve(key)[0]
            public = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")
        self.key_id = _key_id(kind, self.scheme, public)

    @classmethod
    def read(cls, data: bytes) -> VerifyingKey:
        """The public key in a file's bytes.

        FormatError for bytes that are not a public key (a private key is named as such), UnsupportedError for another
        algorithm.
        """
        data = _checked(data)
        if b"PRIVATE KEY-----" in data:
            raise FormatError("this is a private key; give the public key")
        ssh = data.lstrip().startswith(_OPENSSH_PUBLIC)
        try:
            key = load_ssh_public_key(data.strip()) if ssh else load_pem_public_key(data)
        except UnsupportedAlgorithm:
            raise UnsupportedError(_ALGORITHMS) from None
        except _DAMAGED:
            raise FormatError(
                "not a public key: expected PEM (BEGIN PUBLIC KEY) or an OpenSSH public key line"
            ) from None
        if isinstance(key, ed25519.Ed25519PublicKey):
            return cls(key)
        if isinstance(key, ec.EllipticCurvePublicKey):
            _curve(key)
            return cls(key)
        raise UnsupportedError(_ALGORITHMS)

    def verifies(self, signature: bytes, data: bytes) -> bool:
        """Whether `signature` was made over `data` by this key's private half."""
        try:
            if isinstance(self._key, ed25519.Ed25519PublicKey):
                self._key.verify(signature, data)
            else:
                self._key.verify(signature, data, ec.ECDSA(_curve(self._key)[1]))
        except InvalidSignature:
            return False
        return True


class SigningKey:
    """A private key. `public` is its public half. Its text form shows nothing of it."""

    __slots__ = ("_key", "public")

    def __init__(self, key: _Private) -> None:
        self._key = key
        self.public = VerifyingKey(key.public_key())

    def __repr__(self) -> str:
        return f"<SigningKey {self.public.key_id[:16]}>"

    @classmethod
    def read(cls, data: bytes, passphrase: Callable[[], str] | None = None) -> SigningKey:
        """The private key in a file's bytes. `passphrase` is called if the key is encrypted.

        FormatError for bytes that are not a private key, and for a wrong passphrase; BuildError for an encrypted key
        without `passphrase`; UnsupportedError for another algorithm.
        """
        data = _checked(data)
        if b"PRIVATE KEY-----" not in data:
            what = "a public key; signing needs the private key" if _is_public(data) else "no private key"
            raise FormatError(f"this is {what}")
        encrypted = _is_encrypted(data)
        if encrypted and passphrase is None:
            raise BuildError("the key is encrypted and no passphrase was given")
        secret = passphrase().encode("utf-8") if encrypted and passphrase is not None else None
        if encrypted and not secret:
            raise BuildError("the key is encrypted and the passphrase is empty")
        load = load_ssh_private_key if _OPENSSH_PRIVATE in data else load_pem_private_key
        try:
            key = load(data, secret)
        except UnsupportedAlgorithm:
            raise UnsupportedError(_ALGORITHMS) from None
        except _DAMAGED:  # what the library says could quote the file
            wrong = "the passphrase is wrong, or the key is damaged" if encrypted else "the private key is damaged"
            raise FormatError(wrong) from None
        if isinstance(key, ed25519.Ed25519PrivateKey):
            return cls(key)
        if isinstance(key, ec.EllipticCurvePrivateKey):
            _curve(key.public_key())
            return cls(key)
        raise UnsupportedError(_ALGORITHMS)

    def sign(self, data: bytes) -> bytes:
        """The signature over `data`: the same for the same data (RFC 8032, RFC 6979). ECDSA's is DER.

        UnsupportedError where the cryptography library's OpenSSL makes no deterministic ECDSA signatures.
        """
        if isinstance(self._key, ed25519.Ed25519PrivateKey):
            return self._key.sign(data)
        try:
            algorithm = ec.ECDSA(_curve(self._key.public_key())[1], deterministic_signing=True)
        except UnsupportedAlgorithm:
            raise UnsupportedError(
                "ECDSA signatures that are the same each time: the cryptography package is built with an OpenSSL older "
                "than 3.2. Use an Ed25519 key or a newer package"
            ) from None
        return self._key.sign(data, algorithm)


_ALGORITHMS = "a key of this algorithm: take Ed25519, or ECDSA on P-256, P-384 or P-521"


def _checked(data: bytes) -> bytes:
    data = bytes(bytes_of("key", data))
    if len(data) > _LARGEST:
        raise FormatError(f"not a key: the file has more than {_LARGEST:,} bytes")
    return data


def _curve(key: ec.EllipticCurvePublicKey) -> tuple[str, hashes.HashAlgorithm]:
    curve = _CURVES.get(key.curve.name)
    if curve is None:
        raise UnsupportedError(_ALGORITHMS)
    return curve


def _is_public(data: bytes) -> bool:
    return b"PUBLIC KEY-----" in data or data.lstrip().startswith(_OPENSSH_PUBLIC)


def _is_encrypted(data: bytes) -> bool:
    """Whether a passphrase is needed, by the forms' own marks: PKCS #8's, PEM's header, OpenSSH's cipher name."""
    if b"BEGIN ENCRYPTED PRIVATE KEY-----" in data or b"Proc-Type: 4,ENCRYPTED" in data:
        return True
    if _OPENSSH_PRIVATE not in data:
        return False
    body = data.partition(_OPENSSH_PRIVATE)[2].partition(b"-----END")[0]
    try:
        blob = base64.b64decode(b"".join(body.split()), validate=True)
    except binascii.Error:
        return False  # the library refuses it
    size = int.from_bytes(blob[len(_OPENSSH_MAGIC) : len(_OPENSSH_MAGIC) + 4], "big")
    cipher = blob[len(_OPENSSH_MAGIC) + 4 :][:size]
    return blob.startswith(_OPENSSH_MAGIC) and cipher != b"none"


def _key_id(kind: str, scheme: str, public: str) -> str:
    """SHA-256 of the key as canonical JSON (members sorted, no spaces, line ends as they are): securesystemslib's."""
    text = json.dumps(
        {"keytype": kind, "keyval": {"public": public}, "scheme": scheme}, sort_keys=True, separators=(",", ":")
    )
    return hashlib.sha256(text.replace("\\n", "\n").encode("ascii")).hexdigest()
