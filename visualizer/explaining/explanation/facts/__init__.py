"""Facts about a search: values that are read from its trace, without words."""
