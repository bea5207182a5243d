"""mtlb link --attest and mtlb verify --attestation."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from mtlb.attest import read_attestations
from tests.attest.samples import AIR, ED25519, KEYS, NAMES, public_pem
from tests.cli.invoke import Result, invoke


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Inputs, a key in three forms, and another public key; the working directory."""
    for name in NAMES:
        (tmp_path / name).write_bytes((AIR / name).read_bytes())
    (tmp_path / "key").write_bytes(ED25519.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    locked = ED25519.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"a secret word"))
    (tmp_path / "locked").write_bytes(locked)
    (tmp_path / "key.pub").write_bytes(public_pem(ED25519))
    (tmp_path / "other.pub").write_bytes(public_pem(KEYS["P-256"]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MTLB_PASSPHRASE", raising=False)
    return tmp_path


def link(*words: str) -> Result:
    return invoke("link", *NAMES, "-q", "-o", "out/../a.metallib", *words)


@pytest.fixture
def signed(place: Path) -> Path:
    (place / "out").mkdir()
    assert link("--attest", "a.intoto.jsonl", "--sign", "key") == Result(0, b"", "")
    return place


def verify(*words: str) -> Result:
    return invoke("verify", "a.metallib", "--attestation", "a.intoto.jsonl", *words)


def test_a_link_is_attested_and_verified(signed: Path) -> None:
    result = verify("-v", "--key", "key.pub", "--relink")
    assert result.code == 0
    assert "a.metallib: attested, signed by " in result.stderr
    assert "relinking the inputs gave the same bytes" in result.stderr
    (attestation,) = read_attestations((signed / "a.intoto.jsonl").read_bytes())
    assert attestation.statement["subject"][0]["name"] == "a.metallib"  # no directory
    elsewhere = verify("--key", "other.pub", "--key", "key.pub", "--relink", "--inputs", str(AIR))
    assert (elsewhere.code, elsewhere.stderr) == (0, "1 library, 0 errors\n")


def test_json(signed: Path) -> None:
    result = verify("--key", "key.pub", "--relink", "--json")
    (attested,) = json.loads(result.text)["attested"]
    assert (attested["ok"], attested["relinked"], len(attested["keys"])) == (True, True, 1)
    result = verify("--key", "other.pub", "--json")
    answer = json.loads(result.text)
    assert (result.code, answer["ok"], answer["libraries"][0]["ok"]) == (1, False, True)
    assert "not signed by any of the keys given" in answer["attested"][0]["problem"]


def test_packed_libraries_and_companions(signed: Path) -> None:
    words = ["link", "--pack", str(AIR / "triangle_vertex.air"), "-q", "-o", "a.metallib"]
    assert invoke(*words, "--attest", "a.intoto.jsonl", "--sign", "key").code == 0
    assert verify("--key", "key.pub", "--relink").code == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--key", "other.pub"], "a.metallib: the attestation is not signed by any of the keys given"),
        (["--key", "key"], "key: this is a private key; give the public key"),
        (["--key", "a.metallib"], "a.metallib: not a public key"),
        (["--key", "none.pub"], "none.pub: No such file or directory"),
        (["--key", "key.pub", "--relink", "--inputs", "none"], "No such file or directory"),
    ],
)
def test_what_does_not_hold(signed: Path, words: list[str], reason: str) -> None:
    result = verify(*words)
    assert result.code == 1
    assert reason in result.stderr


def test_without_a_key_only_the_digest_is_compared(signed: Path) -> None:
    result = verify()
    assert result.code == 0
    assert "only its digest was compared: give the public key (--key)" in result.stderr


def test_changed_files(signed: Path) -> None:
    library = signed / "a.metallib"
    library.write_bytes(library.read_bytes() + b"\0")
    result = verify("--key", "key.pub")
    assert result.code == 1
    assert "the attestation describes a different file ('a.metallib')" in result.stderr
    assert link().code == 0
    (signed / NAMES[0]).write_bytes((signed / NAMES[1]).read_bytes())
    result = verify("--key", "key.pub", "--relink")
    assert result.code == 1
    assert f"{NAMES[0]}: is not the input that was attested" in result.stderr


def test_passphrases(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "out").mkdir()
    words = ("--attest", "a.intoto.jsonl", "--sign", "locked")
    result = link(*words)
    assert (result.code, "locked: the key is encrypted: give its passphrase in MTLB_PASSPHRASE" in result.stderr) == (
        1,
        True,
    )
    monkeypatch.setenv("MTLB_PASSPHRASE", "guess")
    result = link(*words)
    assert result.code == 1
    assert "guess" not in result.stderr
    assert not (place / "a.metallib").exists()
    assert not (place / "a.intoto.jsonl").exists()
    monkeypatch.setenv("MTLB_PASSPHRASE", "a secret word")
    assert link(*words).code == 0
    assert verify("--key", "key.pub").code == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--sign", "key"], "--sign signs an attestation: name its file with --attest"),
        (["--attest", "x", "--sign", "key", "--save-repro", "y"], "--save-repro can't record a signing key"),
        (["--attest", "key", "--sign", "key"], "key"),
        (["--attest", "a.metallib"], "a.metallib"),
    ],
)
def test_wrong_usage_of_link(place: Path, words: list[str], reason: str) -> None:
    before = (place / "key").read_bytes()
    result = invoke("link", *NAMES, "-o", "a.metallib", *words)
    assert result.code == 2
    assert reason in result.stderr
    assert (place / "key").read_bytes() == before
    assert not (place / "a.metallib").exists()


@pytest.mark.parametrize("words", [["--key", "key.pub"], ["--relink"], ["--inputs", "."]])
def test_wrong_usage_of_verify(place: Path, words: list[str]) -> None:
    result = invoke("verify", "a.metallib", *words)
    assert result.code == 2
    assert "need --attestation" in result.stderr


def test_standard_output_can_not_be_attested(place: Path) -> None:
    result = invoke("link", *NAMES, "--attest", "x")
    assert result.code == 2
    assert "--attest needs a file to attest" in result.stderr


def forge(place: Path, name: str) -> None:
    """Write an attestation, signed by nobody, of a link of an input of another name."""
    assert link("--attest", "a.intoto.jsonl").code == 0
    path = place / "a.intoto.jsonl"
    statement = path.read_text()
    assert f'"{NAMES[0]}"' in statement
    path.write_text(statement.replace(f'"{NAMES[0]}"', json.dumps(name)))


@pytest.mark.parametrize("name", ["/dev/zero", "../secret", "out/../../secret"])
def test_an_unsigned_attestation_names_no_file_elsewhere(place: Path, name: str) -> None:
    (place / "out").mkdir()
    forge(place, name)
    result = verify("--relink")
    assert result.code == 1
    assert f"{name}: is an input outside of this directory, which only a signed attestation may name" in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs")
@pytest.mark.parametrize("name", ["/dev/zero", "-", "pipe"])
def test_what_is_not_a_regular_file_is_not_read(place: Path, name: str) -> None:
    (place / "out").mkdir()
    os.mkfifo(place / "pipe")
    os.mkfifo(place / "-")
    forge(place, name)
    result = verify("--relink", "--inputs", ".")
    assert result.code == 1
    assert f"{name}: is not a regular file" in result.stderr
