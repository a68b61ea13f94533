"""Mails as files, for a site without a mail server."""

from pathlib import Path
from typing import Any

from django.core.mail.backends import filebased


class PrivateFiles(filebased.EmailBackend):
    """Keeps mails in a folder that nobody else on the machine can read: they hold links that sign
    in, and addresses."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        Path(self.file_path).chmod(0o700)
