"""One-time codes as in RFC 6238: SHA-1, 30 seconds, six digits."""
import base64
import hmac
import struct
import time
from typing import Optional


def matching_step(secret: str, code: str, last_step: int) -> Optional[int]:
    """The time step of the code, at most one step from now. None for a wrong code, and for one that isn't after `last_step`."""
    now = int(time.time()) // 30
    for step in (now - 1, now, now + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            return step if step > last_step else None
    return None


def code_at(secret: str, step: int) -> str:
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", step), "sha1")
    (number,) = struct.unpack_from(">I", digest, digest[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06d}"
