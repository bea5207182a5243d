"""The inputs of a shard as one program, and the modules that come out of it."""
