"""Parts of a file for `pickle` and `copy.deepcopy`: views into it become bytes. The writer stores shared objects once,
so each view has one stand-in at a time, whose identity pickle preserves.
"""

from __future__ import annotations

from _thread import allocate_lock
from typing import Any
from weakref import WeakValueDictionary


class _View:
    """A stand-in for a view in the state of an object. Its deep copy or unpickled form is the view's bytes."""

    __slots__ = ("__weakref__", "view")

    def __init__(self, view: memoryview) -> None:
        self.view = view

    def __reduce__(self) -> tuple[type[bytes], tuple[bytes]]:
        return bytes, (bytes(self.view),)


_views: WeakValueDictionary[int, _View] = WeakValueDictionary()
_lock = allocate_lock()


def portable(value: Any) -> Any:
    """A value with stand-ins for its views, also inside lists, tuples and dicts."""
    if isinstance(value, memoryview):
        with _lock:
            view = _views.get(id(value))
            if view is None:
                view = _views[id(value)] = _View(value)
        return view
    return _mapped(portable, value)


def restored(value: Any) -> Any:
    """The inverse of `portable`, for a shallow copy, whose views are the same."""
    return value.view if isinstance(value, _View) else _mapped(restored, value)


def _mapped(change: Any, value: Any) -> Any:
    if type(value) is list:
        return [change(item) for item in value]
    if type(value) is tuple:
        return tuple([change(item) for item in value])
    if type(value) is dict:
        return {key: change(item) for key, item in value.items()}
    return value


class Portable:
    """A class with `__slots__` whose objects may hold views."""

    __slots__: tuple[str, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        return {name: portable(getattr(self, name)) for name in type(self).__slots__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, restored(value))
