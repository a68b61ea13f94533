"""The bracket of an elimination, as a drawing and as a list.  `layout` is pure."""
