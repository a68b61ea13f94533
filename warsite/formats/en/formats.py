"""Dates as year, month, day, with the time zone, so that no month is taken for a day, nor UTC for
local time."""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y-m-d H:i T"
