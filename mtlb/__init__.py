"""mtlb: read, write, verify and link Apple Metal libraries (.metallib)."""
