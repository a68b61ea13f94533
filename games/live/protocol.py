"""The handshake and the messages of a websocket: strict parsing of the client's messages, and
encoding of the server's (docs/protocol.md)."""

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.chat.models import Room
from games.untrusted import BadJson, encode, parse_json

MESSAGE_BYTES = 4096
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_ACT = re.compile(r"[a-z_]{1,24}", re.ASCII)
_NONCE = re.compile(r"[0-9a-f]{16}", re.ASCII)
LONGEST_CODE = 20
_LARGEST = 2**53  # the largest integer a browser represents exactly


class Close(IntEnum):
    """The reason for which the server ended a connection."""

    BROKEN = 1011
    BAD_MESSAGE = 4400
    SIGNED_OUT = 4401
    NOT_FOUND = 4404
    TOO_SLOW = 4408
    TOO_MANY = 4429


class BadMessage(Exception):
    """Raised for a message that cannot be answered: the client gets an error and the connection is
    closed."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class Command(NamedTuple):
    """A command at the table, which the server answers with one ack or reject."""

    id: str
    act: str
    args: dict[str, Any]


class Subscription(NamedTuple):
    """The subscriptions of a page besides its player's news: the lobby, the calls of tournaments,
    and changes of the tournament with this code."""

    lobby: bool = False
    calls: bool = False
    tournament: str = ""


class Hello(NamedTuple):
    """A request for everything since version `since`, for the player's news, and for the chat after
    the last known line of each room.  `changes`: the client accepts states that contain only
    changes."""

    since: int
    me: Subscription | None = None
    chat: dict[Room, int] | None = None
    changes: bool = False


class Ping(NamedTuple):
    """A message with which the client measures its round trip."""

    n: int


class Probe(NamedTuple):
    """The client's answer to a probe of the server."""

    nonce: str


Message = Command | Hello | Ping | Probe


def language_of(scope: Mapping[str, Any]) -> str:
    """The language of a connection, chosen in the same way as the language of a page."""
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    wanted = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = wanted.decode("latin-1")
    return translation.get_language_from_request(request)


async def refuse(answer: HttpResponse, receive: Any, send: Any) -> None:
    """Refuse a websocket with an HTTP response before it is opened."""
    await receive()  # the connect message
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    start = {"type": "websocket.http.response.start", "status": answer.status_code}
    await send(start | {"headers": headers})
    await send({"type": "websocket.http.response.body", "body": answer.content})


async def not_found(_scope: Any, receive: Any, send: Any) -> None:
    await refuse(HttpResponse(status=404), receive, send)


def read_message(text: str | None) -> Message:
    """Parse the text of one frame.  Raises BadMessage."""
    return _parse(read_object(text, MESSAGE_BYTES))


def read_object(text: str | None, most: int) -> dict[str, Any]:
    """Parse a frame of at most `most` bytes as a JSON object.  Raises BadMessage."""
    if text is None:
        raise BadMessage("BAD_MESSAGE", _("Messages must be text frames of JSON."))
    if len(text) > most or len(text.encode("utf-8", "replace")) > most:
        raise BadMessage("TOO_BIG", _("The message is too long."))
    try:
        data = parse_json(text)
    except BadJson:
        raise BadMessage("BAD_JSON", _("The message is not valid JSON.")) from None
    if not isinstance(data, dict):
        raise BadMessage("BAD_MESSAGE", _("A message must be a JSON object."))
    return data


def _parse(data: dict[str, Any]) -> Message:
    if "act" in data:
        return read_command(data)
    if "probe" in data:
        if isinstance(data["probe"], str) and _NONCE.fullmatch(data["probe"]):
            return Probe(data["probe"])
        raise BadMessage("BAD_MESSAGE", _("A probe must be sent back unchanged."))
    if "hello" in data:
        since = _number(data["hello"], "hello")
        me = {} if data.get("me") is True else data.get("me") or None
        wants = None if me is None else read_subscription(me)
        return Hello(since, wants, _chat(data.get("chat")), data.get("changes") is True)
    if "ping" in data:
        return Ping(_number(data["ping"], "ping"))
    raise BadMessage("BAD_MESSAGE", _("A message must have an act, a hello, a ping or a probe."))


def read_subscription(data: object) -> Subscription:
    """Read the subscription in a message.  Raises BadMessage."""
    match data:
        case dict() if data.keys() <= set(Subscription._fields):
            wants = Subscription(**data)
            code = wants.tournament
            are_bools = isinstance(wants.lobby, bool) and isinstance(wants.calls, bool)
            if are_bools and isinstance(code, str) and len(code) <= LONGEST_CODE:
                return wants
    raise BadMessage("BAD_MESSAGE", _("A subscription must say what the page shows."))


def read_command(data: dict[str, Any]) -> Command:
    """Read the command in a message.  Raises BadMessage."""
    name = data.get("id")
    if name is None:
        raise BadMessage("MISSING_ID", _("A command needs an id (a UUID), so that it counts once."))
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise BadMessage("BAD_ID", _("The id of a command must be a UUID in lower case."))
    act = data["act"]
    if not isinstance(act, str) or not _ACT.fullmatch(act):
        act = ""  # refused like every unknown act
    return Command(name, act, {k: v for k, v in data.items() if k not in ("id", "act")})


def _number(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _LARGEST:
        raise BadMessage("BAD_MESSAGE", _("A version must be a whole number, 0 or more."))
    return value


def _chat(value: object) -> dict[Room, int] | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not value.keys() <= set(Room.values):
        raise BadMessage(
            "BAD_MESSAGE", _("The chat must be an object with a number for each room.")
        )
    return {Room(room): _number(number, room) for room, number in value.items()}


def ack(command: str, version: int) -> str:
    return encode({"ack": command, "v": version})


def reject(command: str, code: str, text: str, version: int) -> str:
    return encode({"reject": command, "code": code, "text": text, "v": version})


def error(code: str, text: str) -> str:
    return encode({"error": code, "text": text})
