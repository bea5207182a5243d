"""Arguments and results of `describe`; its facts are compared with Apple's in test_corpus.py and tests/golden."""

from __future__ import annotations

import pytest

from mtlb.air import describe, describe_all, describe_function
from mtlb.bitcode import read_module
from mtlb.container import FunctionType
from mtlb.ir import Module
from tests.inspect.libraries import module


@pytest.mark.parametrize("convert", [bytes, memoryview, bytearray, read_module])
def test_modules_of_any_form(convert: type[bytes]) -> None:
    data: bytes | Module = convert(module("saxpy"))
    for description in (describe(data), *describe_all(data), describe_function(data, "saxpy")):
        assert (description.name, description.type) == ("saxpy", FunctionType.KERNEL)
        assert description.arguments is description.entry.arguments
        assert description.arguments[0].kind == "buffer"
        assert description.outputs == []
        assert description.core_image_arguments is None
