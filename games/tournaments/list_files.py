"""Decoding of files that contain lists of players.  Pure."""

from games.rules.phrases import gettext_noop as _

BOMS = (b"\xff\xfe", b"\xfe\xff")
# What spreadsheets write if not Unicode, with the languages of the computers on which they do.
ENCODINGS = {
    "cp1252": (_("Western European"), ""),
    "cp1250": (_("Central European"), "bs cs hr hu pl ro sk sl sq"),
    "cp1251": (_("Cyrillic"), "be bg kk mk mn ru sr uk"),
    "cp1253": (_("Greek"), "el"),
    "cp1254": (_("Turkish"), "az tr"),
    "cp1255": (_("Hebrew"), "he"),
    "cp1256": (_("Arabic"), "ar fa ur"),
    "cp1257": (_("Baltic"), "et lt lv"),
    "cp1258": (_("Vietnamese"), "vi"),
    "cp874": (_("Thai"), "th"),
    "cp932": (_("Japanese"), "ja"),
    "cp949": (_("Korean"), "ko"),
    "gb18030": (_("Chinese (simplified)"), "zh"),
    "cp950": (_("Chinese (traditional)"), "zh-hk zh-tw"),
}
UNICODE, USUAL = "utf-8", "cp1252"


def likely_encoding(data: bytes, language: str) -> str:
    """The likely encoding: Unicode if the bytes are valid, else the usual one of this language."""
    if data.startswith(BOMS):
        return "utf-16"
    if is_valid(data, UNICODE):
        return UNICODE
    for tag in (language.lower(), language.lower().partition("-")[0]):
        for encoding, (_label, languages) in ENCODINGS.items():
            if tag in languages.split():
                return encoding
    return USUAL


def decode(data: bytes, encoding: str) -> str:
    return data.decode(encoding, "replace").removeprefix("\ufeff")


def spellings(data: bytes) -> dict[str, str]:
    """The text decoded by each encoding in which the bytes are valid, by encoding; empty if the
    bytes are Unicode."""
    if likely_encoding(data, "") not in ENCODINGS:
        return {}
    return {encoding: decode(data, encoding) for encoding in ENCODINGS if is_valid(data, encoding)}


def is_valid(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def is_text(data: bytes) -> bool:
    """Whether the bytes are a text, rather than a workbook or a picture."""
    return data.startswith(BOMS) or b"\0" not in data
