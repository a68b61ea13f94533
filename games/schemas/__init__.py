"""What programs are told at a table and may send there, described once as types (docs/protocol.md).

The types are checked by mypy where messages are made; JSON Schemas, OpenAPI and the types of
scripts are written from them."""
