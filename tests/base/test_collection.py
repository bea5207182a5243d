"""The search for garbage is paused, and goes on afterwards."""

from __future__ import annotations

import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from mtlb.machinery.collection import collection_paused


def test_a_pause_ends_with_its_block() -> None:
    assert gc.isenabled()
    with collection_paused():
        assert not gc.isenabled()
        with collection_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_error_ends_it() -> None:
    with pytest.raises(ValueError), collection_paused():
        raise ValueError
    assert gc.isenabled()


def test_what_was_off_stays_off() -> None:
    gc.disable()
    try:
        with collection_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_pause_may_end_while_another_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, to_end, ended = threading.Event(), threading.Event(), threading.Event()
    is_enabled = gc.isenabled

    def first() -> None:
        with collection_paused():
            begun.set()
            to_end.wait()
        ended.set()

    def while_the_first_ends() -> bool:
        answer = is_enabled()
        to_end.set()
        ended.wait(0.05)
        return answer

    thread = threading.Thread(target=first)
    thread.start()
    begun.wait()
    monkeypatch.setattr(gc, "isenabled", while_the_first_ends)
    with collection_paused():
        pass
    thread.join()
    try:
        assert is_enabled()
    finally:
        gc.enable()


def test_threads_do_not_leave_it_off() -> None:
    def pause(_: int) -> None:
        for _ in range(50):
            with collection_paused():
                sum(range(100))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(pause, range(8)))
    assert gc.isenabled()


def test_what_a_call_leaves_is_not_searched_before_it_can_be_freed() -> None:
    @collection_paused()
    def made() -> list[list[int]]:
        return [[number] for number in range(50_000)]

    generations: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        generations.append(info["generation"])

    gc.collect()
    gc.callbacks.append(note)
    try:
        length = len(made())
        searched = len(generations)
    finally:
        gc.callbacks.remove(note)
    assert (length, searched) == (50_000, 0)


def test_a_pause_of_another_thread_does_not_end_with_this_one() -> None:
    begun, to_end = threading.Event(), threading.Event()

    def first() -> None:
        with collection_paused():
            begun.set()
            to_end.wait()

    thread = threading.Thread(target=first)
    thread.start()
    begun.wait()
    with collection_paused():
        pass
    assert not gc.isenabled()
    to_end.set()
    thread.join()
    assert gc.isenabled()
