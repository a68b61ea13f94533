"""Reports, sanctions and appeals: what players see, and the pages of moderators."""
