"""How the package runs: processes, the choice of the engine, pauses of garbage collection, names imported when used."""
