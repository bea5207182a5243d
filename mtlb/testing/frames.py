"""What a test shows of an error: the line of the test and the message, not the frames of mtlb."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec, TypeVar

from ..base.errors import MtlbError

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_OURS = __name__.partition(".")[0]


def hiding_frames(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """`function`, whose errors about what it was called with end at the call.

    These are errors of mtlb and of files (OSError): their message says all, and the frames between say nothing about
    the test. pytest leaves out frames with `__tracebackhide__`; those below them are dropped here, since they are in
    any package of mtlb. Other exceptions (a defect of mtlb), and errors that passed through code of the caller (a
    callback), keep their frames.
    """

    @functools.wraps(function)
    def call(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> _Result:
        __tracebackhide__ = True
        try:
            return function(*arguments, **options)
        except (MtlbError, OSError) as error:
            if not _is_of_mtlb(error.__traceback__):
                raise
            raise error.with_traceback(None) from None

    return call


def _is_of_mtlb(traceback: TracebackType | None) -> bool:
    """Whether all frames are in mtlb or in what it calls in the standard library."""
    while traceback is not None:
        name = str(traceback.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if name != _OURS and name not in sys.stdlib_module_names:
            return False
        traceback = traceback.tb_next
    return True
