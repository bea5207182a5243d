"""The reflection list (AIRR): its schema, buffer, builder, and its JSON and text forms."""
