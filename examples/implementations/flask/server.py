"""The three operations of the contract, with Flask 2.2 on gunicorn. Accounts, tokens and keys are in memory."""
import hashlib
import hmac
import json
import os
import secrets
import threading
import time
from datetime import datetime, timezone
from uuid import uuid4

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from totp import matching_step

TOKEN_LIFETIME = 3600
lock = threading.Lock()  # gunicorn runs the operations in threads.


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


app = Flask(__name__)


def respond(code: int, message: str, headers=(), data=None, **status):
    body = {"status": {"code": code, "message": message, "trace_id": uuid4().hex, **status}}
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", **dict(headers)}
    return (body if data is None else {**body, "data": data}), code, headers


@app.errorhandler(Failure)
def failed(error: Failure):
    return respond(error.code, error.message, error.headers, reason=error.reason)


@app.errorhandler(HTTPException)
def rejected(error: HTTPException):
    reasons = {404: "not_found", 405: "method_not_allowed", 500: "internal_error"}
    headers = [(name, value) for name, value in error.get_headers() if name == "Allow"]
    return respond(error.code, error.name, headers, reason=reasons.get(error.code, "malformed_request"))


def read_body(**limits) -> dict:
    """The fields of the body: strings with as many characters as the limits say."""
    try:
        body = json.loads(request.get_data().decode() or "{}")
    except (ValueError, RecursionError, OSError):  # gunicorn raises an OSError for invalid chunks.
        raise Failure(400, "malformed_request", "The body is not valid JSON")
    if not isinstance(body, dict) or body.keys() - limits:
        raise Failure(400, "validation_failed", "The body must be an object with the fields of the operation")
    for name, value in body.items():
        shortest, longest = limits[name]
        if not isinstance(value, str) or not shortest <= len(value) <= longest or not is_unicode(value):
            raise Failure(400, "validation_failed", f"{name} must be a string of {shortest} to {longest} characters")
    return body


def is_unicode(value: str) -> bool:
    # JSON can contain half of a surrogate pair, which is not a character.
    return not any("\ud800" <= character <= "\udfff" for character in value)


def caller() -> Account:
    challenge = 'Bearer realm="account"'
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise Failure(401, "token_missing", "An access token is required", challenge)
    account, expiry = tokens.get(sha256(token.strip(" \t")), (nobody, 0))
    if time.monotonic() >= expiry:
        raise Failure(401, "token_invalid", "The access token is invalid", f'{challenge}, error="invalid_token"')
    return account


def refused(reason: str, message: str) -> Failure:
    return Failure(401, reason, message, 'Login realm="account"')


@app.post("/v1/auth/login")
def login():
    body = read_body(identity=(3, 254), password=(1, 1024), otp=(1, 64))
    if "identity" not in body:
        raise Failure(400, "validation_failed", "identity is required")
    if "password" not in body:
        raise refused("password_required", "A password is required")
    account = accounts.get(body["identity"].lower(), nobody)
    if not account.has_password(body["password"]):
        raise refused("invalid_credentials", "The identity or the password is wrong")
    if account.totp_secret and "otp" not in body:
        raise refused("otp_required", "A one-time code is required")
    if account.totp_secret and not account.consume_code(body["otp"]):
        raise refused("otp_invalid", "The one-time code is wrong")
    token = f"token_{secrets.token_urlsafe(32)}"
    tokens[sha256(token)] = (account, time.monotonic() + TOKEN_LIFETIME)
    user = {"me_id": account.id, "nickname": account.nickname, "mfa_enabled": bool(account.totp_secret)}
    return respond(200, "OK", data={"access_token": token, "token_type": "Bearer", "expires_in": TOKEN_LIFETIME, **user})


@app.post("/v1/security/apikey/generate")
def generate():
    account = caller()
    body = read_body(description=(0, 255))
    api_key = f"apikey_{secrets.token_urlsafe(32)}"
    key = {"id": f"key_{secrets.token_hex(11)}", "description": body.get("description", ""), "created_at": now()}
    keys[key["id"]] = {**key, "owner": account, "hash": sha256(api_key), "revoked_at": None}
    note = "A root-level key. Store it now; you can't retrieve it later."
    return respond(200, "OK", data={**key, "api_key": api_key, "key_prefix": api_key[:12], "note": note})


@app.delete("/v1/security/apikey/<id>")
def revoke(id: str):
    account = caller()
    key = keys.get(id)
    if key is None or key["owner"] is not account:
        raise Failure(404, "key_not_found", "You have no key with this id")
    with lock:
        key["revoked_at"] = key["revoked_at"] or now()
    return respond(200, "OK", data={"message": "API key revoked", "id": id, "revoked_at": key["revoked_at"]})


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
