"""`python -m mtlb` and the script `mtlb`: the command line."""

from __future__ import annotations

import gc
import signal


def main() -> None:
    """Run the command that `sys.argv` has, and end the process with its exit code."""
    gc.disable()  # imports create nothing that it could free; `process` says how often it runs later
    # While modules are imported an interrupt just ends the process: there is nothing to clean up yet.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli.main import main as run

    run()


if __name__ == "__main__":
    main()
