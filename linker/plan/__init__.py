"""The facts of each input, and the decisions over all inputs."""
