"""Frames of a websocket (RFC 6455), as far as programs need them: whole texts, pings, the end."""

import base64
import hashlib
from io import BufferedIOBase

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LONGEST = 65536  # bytes
_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_LAST, _MASKED = 0x80, 0x80


def accepted(key: str) -> str:
    """The answer to the key of a handshake.

    >>> accepted("dGhlIHNhbXBsZSBub25jZQ==")
    's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    return base64.b64encode(hashlib.sha1((key + _MAGIC).encode()).digest()).decode()  # nosec B324


def written(kind: int, payload: bytes) -> bytes:
    """A frame of the server."""
    size = len(payload)
    if size < 126:
        head = bytes([size])
    elif size < 1 << 16:
        head = b"\x7e" + size.to_bytes(2)
    else:
        head = b"\x7f" + size.to_bytes(8)
    return bytes([_LAST | kind]) + head + payload


def read(stream: BufferedIOBase) -> tuple[int, bytes]:
    """The next frame of a client: its kind and its payload.  A stream that has ended, or has
    something else, gives CLOSE."""
    head = stream.read(2)
    if len(head) < 2 or not head[1] & _MASKED:
        return CLOSE, b""
    size = head[1] & ~_MASKED
    if size >= 126:
        size = int.from_bytes(stream.read(2 if size == 126 else 8))
    if size > LONGEST:
        return CLOSE, b""
    mask, masked = stream.read(4), stream.read(size)
    return head[0] & 15, bytes(byte ^ mask[at % 4] for at, byte in enumerate(masked))
