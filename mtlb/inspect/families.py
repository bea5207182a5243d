"""Families of names: the common part of the names of one template's instantiations."""

from __future__ import annotations

import re

# Scalars of the Metal language and the spellings that projects use for them in names (float16_t, f32, uint8, ...).
_SCALAR = r"(?:b?float|half|bool|double|complex|u?(?:int|short|char|long))"
_SHORT_SCALAR = r"(?:b?f(?:16|32|64)|[iu](?:8|16|32|64))"
_TYPE = rf"(?:{_SCALAR}(?:\d+(?:x\d+)?)?(?:_t(?![a-z0-9]))?|{_SHORT_SCALAR})"
_VALUE = rf"(?:{_TYPE}|true|false)"
# A word between underscores (or the end of a name) that is a type, a truth value or a number, with at most two letters
# in front of a number (bm64, gs128, b4).
_VARYING = re.compile(rf"(?<![A-Za-z0-9])(?:{_VALUE}|[A-Za-z]{{0,2}}n?\d+)(?![A-Za-z0-9])")
_ARGUMENTS = re.compile(r"<.*>")
_RUN = re.compile(r"\*(?:_+\*)+")


def family_of(name: str) -> str:
    """`name` with every part that looks like a template argument as ``*``: ``gemm_nt_float32_bm64`` → ``gemm_nt_*``.

    Angle brackets with their content are arguments; so are types, booleans and numbers between underscores. A name
    without arguments is its own family.
    """
    shortened = _ARGUMENTS.sub("<*>", name)
    return _RUN.sub("*", _VARYING.sub("*", shortened))
