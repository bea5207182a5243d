"""The build back end of pyproject.toml: setuptools', with one option of its own and reproducible source distributions.

`pip install . --config-settings engine=compiled` builds the compiled engine (docs/engine.md), as MTLB_ENGINE=compiled
in the environment does; `core` its core alone. mypy is a build requirement then, and only then.
"""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import build_engine
from setuptools import build_meta
from setuptools.build_meta import get_requires_for_build_sdist

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = Mapping[str, Any] | None


@contextmanager
def _engine(settings: Settings) -> Iterator[Settings]:
    """Inside, MTLB_ENGINE is what the option says, if it is given; yields the other settings."""
    others = dict(settings or {})
    before = os.environ.get("MTLB_ENGINE")
    if "engine" in others:
        os.environ["MTLB_ENGINE"] = str(others.pop("engine"))
    try:
        build_engine.wanted()  # refuses other values
        yield others or None
    finally:
        os.environ.pop("MTLB_ENGINE", None)
        if before is not None:
            os.environ["MTLB_ENGINE"] = before


def _for_the_engine() -> list[str]:
    return [] if build_engine.wanted() == "pure" else [*build_engine.REQUIRES]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    with _engine(config_settings) as settings:
        return [*build_meta.get_requires_for_build_wheel(settings), *_for_the_engine()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    with _engine(config_settings) as settings:
        return [*build_meta.get_requires_for_build_editable(settings), *_for_the_engine()]


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    with _engine(config_settings) as settings:
        return build_meta.prepare_metadata_for_build_wheel(metadata_directory, settings)


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: Settings = None) -> str:
    with _engine(config_settings) as settings:
        return build_meta.prepare_metadata_for_build_editable(metadata_directory, settings)


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    with _engine(config_settings) as settings:
        return build_meta.build_wheel(wheel_directory, settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    with _engine(config_settings) as settings:
        return build_meta.build_editable(wheel_directory, settings, metadata_directory)


_DAWN = 315532800  # seconds: 1980-01-01, before which no zip can date a file


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """setuptools' archive, packed again: sorted, owned by nobody, dated SOURCE_DATE_EPOCH or 1980."""
    name = build_meta.build_sdist(sdist_directory, config_settings)
    path = Path(sdist_directory, name)
    date = int(os.environ.get("SOURCE_DATE_EPOCH", _DAWN))
    packed = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            entry = tarfile.TarInfo(member.name)
            entry.type, entry.size, entry.mtime = member.type, member.size, date
            entry.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(entry, old.extractfile(member) if member.isfile() else None)
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return name
