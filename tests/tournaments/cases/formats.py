"""Brackets, cuts, schedules and the Dutch draw."""

ANSWERS = dict.fromkeys(("bracket", "knockout", "double", "cut", "berger", "dutch"))
