"""Anna and Ben have accounts; Max is another one."""

from tests.relations.conftest import anna, ben, max

__all__ = ["anna", "ben", "max"]
