"""How the package runs: processes, the choice of the engine, pauses of the garbage collector, imports on first use."""
