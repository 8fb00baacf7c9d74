"""What both Python servers do, whatever their framework: accounts, tokens and keys in memory, and the three operations."""
import base64
import hashlib
import hmac
import json
import os
import secrets
import struct
import threading
import time
from datetime import datetime, timezone
from typing import Optional
from uuid import uuid4

TOKEN_LIFETIME = 3600
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
lock = threading.Lock()  # Both frameworks run the operations in threads.


def hash_password(password: str, salt: bytes) -> bytes:
    # The cost is low, so that tests are fast: OWASP recommends 2**17. Without SHA-256, a password would be equal to
    # itself with NUL at its end, because scrypt pads it with NUL.
    return hashlib.scrypt(hashlib.sha256(password.encode()).digest(), salt=salt, n=2**10, r=8, p=1)


class Account:
    def __init__(self, id, identity, nickname, password, totp_secret="", disabled=False):
        self.id, self.identity, self.nickname, self.disabled = id, identity, nickname, disabled
        self.salt = secrets.token_bytes(16)
        self.password_hash = hash_password(password, self.salt)
        self.totp_secret = totp_secret
        self.last_step = -1

    def has_password(self, password: str) -> bool:
        return hmac.compare_digest(hash_password(password, self.salt), self.password_hash) and not self.disabled

    def consume_code(self, code: str) -> bool:
        """Accepts each code once."""
        with lock:
            step = matching_step(self.totp_secret, code, self.last_step)
            self.last_step = step or self.last_step
        return step is not None


def sha256(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


with open(os.environ.get("ACCOUNTS", "accounts.json")) as file:
    accounts = {fields["identity"]: Account(**fields) for fields in json.load(file)}
# Its password is verified for an unknown identity, so that the response takes the same time.
nobody = Account("", "", "", secrets.token_urlsafe(), disabled=True)
tokens: dict = {}  # The account and the expiry time of each token, by the hash of the token.
keys: dict = {}  # By id.


class Failure(Exception):
    def __init__(self, code: int, reason: str, message: str, challenge: str = ""):
        self.code, self.reason, self.message = code, reason, message
        self.headers = {"WWW-Authenticate": challenge} if challenge else {}


def envelope(code: int, message: str, data: Optional[dict] = None, **status) -> dict:
    body = {"status": {"code": code, "message": message, "trace_id": uuid4().hex, **status}}
    return body if data is None else {**body, "data": data}


def login(identity: str, password: Optional[str], otp: Optional[str]) -> dict:
    if password is None:
        raise refused("password_required", "A password is required")
    account = accounts.get(identity.lower(), nobody)
    if not account.has_password(password):
        raise refused("invalid_credentials", "The identity or the password is wrong")
    if account.totp_secret and otp is None:
        raise refused("otp_required", "A one-time code is required")
    if account.totp_secret and not account.consume_code(otp):
        raise refused("otp_invalid", "The one-time code is wrong")
    token = f"token_{secrets.token_urlsafe(32)}"
    tokens[sha256(token)] = (account, time.monotonic() + TOKEN_LIFETIME)
    user = {"me_id": account.id, "nickname": account.nickname, "mfa_enabled": bool(account.totp_secret)}
    return {"access_token": token, "token_type": "Bearer", "expires_in": TOKEN_LIFETIME, **user}


def refused(reason: str, message: str) -> Failure:
    return Failure(401, reason, message, 'Login realm="account"')


def owner_of(token: Optional[str]) -> Account:
    challenge = 'Bearer realm="account"'
    if token is None:
        raise Failure(401, "token_missing", "An access token is required", challenge)
    account, expiry = tokens.get(sha256(token), (nobody, 0))
    if time.monotonic() >= expiry:
        raise Failure(401, "token_invalid", "The access token is invalid", f'{challenge}, error="invalid_token"')
    return account


def generate(account: Account, description: str) -> dict:
    api_key = f"apikey_{secrets.token_urlsafe(32)}"
    key = {"id": f"key_{secrets.token_hex(11)}", "description": description, "created_at": now()}
    keys[key["id"]] = {**key, "owner": account, "hash": sha256(api_key), "revoked_at": None}
    note = "A root-level key. Store it now; you can't retrieve it later."
    return {**key, "api_key": api_key, "key_prefix": api_key[:12], "note": note}


def revoke(account: Account, id: str) -> dict:
    key = keys.get(id)
    if key is None or key["owner"] is not account:
        raise Failure(404, "key_not_found", "You have no key with this id")
    with lock:
        key["revoked_at"] = key["revoked_at"] or now()
    return {"message": "API key revoked", "id": id, "revoked_at": key["revoked_at"]}


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def matching_step(secret: str, code: str, last_step: int) -> Optional[int]:
    """The time step of a code as in RFC 6238, at most one step from now. None for a wrong code, and for one that isn't after `last_step`."""
    now = int(time.time()) // 30
    for step in (now - 1, now, now + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            return step if step > last_step else None
    return None


def code_at(secret: str, step: int) -> str:
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", step), "sha1")
    (number,) = struct.unpack_from(">I", digest, digest[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06d}"
