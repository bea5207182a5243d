"""mtlb explore as a process: what it prints, that it answers, how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.cli.invoke import invoke

LIBRARY = Path(__file__).resolve().parents[2] / "golden/lib/air-lld-macos14.metallib"


@pytest.mark.long
def test_it_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "mtlb", "explore", str(LIBRARY), "--no-browser"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None and process.stderr is not None
        url = process.stdout.readline().strip()
        with urllib.request.urlopen(url, timeout=20) as page:
            assert b"mtlb-backend" in page.read()
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(url.partition("?")[0], timeout=20)
        assert list(tmp_path.iterdir())
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr.read() == ""
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_none_is_refused() -> None:
    result = invoke("explore", "--no-browser", "absent.metallib")
    assert result.code == 1 and result.stderr.startswith("mtlb: error: absent.metallib: No such file")
    result = invoke("explore", "--no-browser", __file__)
    assert result.code == 1 and "neither a Metal library nor" in result.stderr
