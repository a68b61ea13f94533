"""Hostile texts: markup, quotes, marks of templates and formats, letters that are not seen, and
more of everything than fits."""

MARKED = "hostile"  # an element, attribute or script of this name on a page was made by a text

# What does several things at once is one text, as long as the shortest field takes it (40 letters).
TEXTS = (
    # markup
    "<hostile>",
    "</script><script>hostile()</script>",
    "<img src=x onerror=hostile()>",
    "</title></textarea></template><hostile>",
    "&lt;hostile&gt;",
    # quotes
    "\"' hostile=1 x",
    "\\\"'><hostile>",
    "javascript:hostile()",
    # templates, formats, statements
    "{{ hostile }}{% hostile %}{# x #}",
    "{0} {x} {x.__class__} %s %(x)s %n %d {",
    "${7*7} #{7*7} `x` <%= hostile %>",
    'x\'; DROP TABLE games_player; -- "="',
    "LIKE %_\\",
    "../../../../etc/passwd",
    "=cmd|' /C hostile'!A1",
    # letters that are not seen
    "NUL \x00 <hostile>",
    "bell \x07 escape \x1b[31m delete \x7f",
    "line\r\nset-cookie: hostile=1\r\n\r\n<hostile>",
    "right \u202e<hostile>\u202c left",
    "\u2066isolated\u2069 \u200fmark\u200e",
    "ze\u200bro \ufeffwidth \u2060join",
    "\u2028line\u2029paragraph",
    "tags \U000e0068\U000e0069 end",
    "half \ud83d of a pair",
    # scripts and sizes
    "עברית <hostile> العربية",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467 \U0001f3f4\U000e0067\U000e0062\U000e007f",
    "Z" + "\u0335\u0321\u0489" * 40,
    "\ufffe \uffff \U0010ffff",
    "<hostile>" * 2000,
    "9" * 5000,
)
