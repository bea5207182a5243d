"""A planned link as files."""
