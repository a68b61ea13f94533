"""Reports, the decisions of moderators about them, and appeals.  This package may import all
storage layers below it."""
