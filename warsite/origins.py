"""The origins whose pages may open a websocket: other sites must not use our cookie."""

from collections.abc import Iterable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnOrigin:
    """Refuses a socket with 403 unless its one Origin is that of the address asked, or trusted:
    scheme, host and port."""

    def __init__(self, application: Any, trusted: Iterable[str]) -> None:
        self.application = application
        self.trusted = {origin.rstrip("/").lower() for origin in trusted}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        own = self.is_own(scope["headers"], secure=scope.get("scheme") == "wss")
        await (self.application if own else WebsocketDenier())(scope, receive, send)

    def is_own(self, headers: Iterable[tuple[bytes, bytes]], *, secure: bool) -> bool:
        origins = [value.decode("latin-1").lower() for name, value in headers if name == b"origin"]
        hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
        if len(origins) != 1:
            return False
        if origins[0] in self.trusted:
            return True
        if len(hosts) != 1 or origins[0] != f"{'https' if secure else 'http'}://{hosts[0]}":
            return False
        return validate_host(split_domain_port(hosts[0])[0], settings.ALLOWED_HOSTS)
