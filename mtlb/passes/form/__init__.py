"""The form that modules of an AIR version have."""
