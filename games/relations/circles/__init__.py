"""Private groups with tables of their own; may import accounts and relations."""
