"""Makes AIR of what other compilers write."""
