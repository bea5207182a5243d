"""As much of PyObjC's Foundation as mtlb.prove uses. Source: Apple's pages of NSURL, NSError and NSProcessInfo."""

from __future__ import annotations

from typing import Any


class Strict:
    """An object that has the selectors of its class and no others, as PyObjC's have."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


class NSURL(Strict):
    def __init__(self, path: str) -> None:
        self.path_ = path

    @classmethod
    def fileURLWithPath_(cls, path: str) -> NSURL:
        if not isinstance(path, str):
            raise ValueError("depythonifying 'id', got something else than a str")
        return cls(path)


class NSError(Strict):
    def __init__(self, domain: str, code: int, text: str) -> None:
        self._domain, self._code, self._text = domain, code, text

    def domain(self) -> str:
        return self._domain

    def code(self) -> int:
        return self._code

    def localizedDescription(self) -> str:
        return self._text


class NSProcessInfo(Strict):
    @classmethod
    def processInfo(cls) -> NSProcessInfo:
        return cls()

    def operatingSystemVersionString(self) -> str:
        return "Version 26.0 (Build STANDIN)"
