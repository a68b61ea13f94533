"""Cookies that only this host can set and read, over HTTPS; and the cookies under their old
names."""

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage

# Old name -> new name.  Signed cookies are not here: their name is a part of the signature.
SESSION, TOKEN = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
RENAMED = {"sessionid": SESSION, "csrftoken": TOKEN}


class HostCookieStorage(CookieStorage):
    cookie_name = f"{settings.HOST_COOKIES}messages"


class Messages(FallbackStorage):
    storage_classes = (HostCookieStorage, SessionStorage)


class OldCookies:
    """Middleware that reads an old cookie where the new one is missing, and sends the browser the
    new one, so that an upgrade signs nobody out.  It also handles websockets, because an open page
    reconnects without a request.  It is needed until the sessions of older releases have expired
    (`SESSION_COOKIE_AGE`)."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        sent = "; ".join(v.decode("latin-1") for name, v in scope["headers"] if name == b"cookie")
        found = missing(sent)
        if not found:
            await self.application(scope, receive, send)
            return
        header = "; ".join([sent, *(f"{name}={value}" for name, value in found.items())])
        others = [each for each in scope["headers"] if each[0] != b"cookie"]
        scope = scope | {"headers": [*others, (b"cookie", header.encode("latin-1"))]}

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start" and SESSION in found:
                message = message | {"headers": renewed(message["headers"], found[SESSION])}
            await send(message)

        await self.application(scope, receive, answer)


def missing(cookies: str) -> dict[str, str]:
    """The new cookies that a request's `Cookie` header lacks, with the values of the old ones."""
    pairs = (pair.strip().partition("=") for pair in cookies.split(";"))
    values = {name: value for name, _, value in pairs}
    return {new: values[old] for old, new in RENAMED.items() if old in values and new not in values}


def renewed(headers: Any, key: str) -> list[tuple[bytes, bytes]]:
    """The headers of a response with the cookie of this session added, unless the response is for
    all visitors or sets the cookie already."""
    known = [(name.lower(), value) for name, value in headers]
    is_own = any(name == b"vary" and b"cookie" in value.lower() for name, value in known)
    sets = any(n == b"set-cookie" and v.startswith(f"{SESSION}=".encode()) for n, v in known)
    if not is_own or sets:
        return list(headers)
    age = settings.SESSION_COOKIE_AGE
    cookie = f"{SESSION}={key}; Max-Age={age}; Path=/; Secure; HttpOnly; SameSite=Lax"
    return [*headers, (b"set-cookie", cookie.encode("latin-1"))]
