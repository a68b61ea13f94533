"""Stored words with what people read instead of them."""

from enum import StrEnum


class Labelled(StrEnum):
    """Members are `value, label`, the label marked for translation: Django's TextChoices for pure
    modules."""

    label: str

    def __new__(cls, value: str, label: str = "") -> "Labelled":
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member
