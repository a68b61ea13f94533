"""The Swiss of two by the FIDE Dutch system: drawn by py4swiss, explained and exported here."""
