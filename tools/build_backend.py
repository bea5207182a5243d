"""The build back end of pyproject.toml: setuptools', with one option of its own.

`pip install . --config-settings engine=compiled` builds the compiled engine (docs/engine.md), as MTLB_ENGINE=compiled
in the environment does. mypy is a build requirement then, and only then.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import build_engine
import checkout
from setuptools import build_meta
from setuptools.build_meta import build_sdist, get_requires_for_build_sdist

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
    return [*build_engine.REQUIRES] if build_engine.wanted() else []


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
    checkout.link_folders()  # for type checkers: mtlb runs without them, too
    with _engine(config_settings) as settings:
        return build_meta.build_editable(wheel_directory, settings, metadata_directory)
