"""The three operations of the contract, with FastAPI 0.92 and pydantic 1. Accounts, tokens and keys are in memory."""
import hashlib
import hmac
import json
import os
import secrets
import socket
import threading
import time
from datetime import datetime, timezone
from typing import Optional
from uuid import uuid4

import uvicorn
from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Extra, constr, validator
from starlette.exceptions import HTTPException

from totp import matching_step

TOKEN_LIFETIME = 3600
lock = threading.Lock()  # FastAPI runs the operations in threads.


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


def text(minimum: int, maximum: int):
    return constr(strict=True, min_length=minimum, max_length=maximum)


class Body(BaseModel, extra=Extra.forbid):
    @validator("*")
    def is_unicode(cls, value):
        if value is not None:
            value.encode()  # JSON can contain half of a surrogate pair, which is not a character.
        return value


class LoginRequest(Body):
    identity: text(3, 254)
    password: Optional[text(1, 1024)]
    otp: Optional[text(1, 64)]


class GenerateRequest(Body):
    description: text(0, 255) = ""


class Failure(HTTPException):
    def __init__(self, code: int, reason: str, message: str, headers: Optional[dict] = None):
        super().__init__(code, message, headers)
        self.reason = reason


app = FastAPI(openapi_url=None)
app.router.redirect_slashes = False


def respond(code: int, message: str, headers: Optional[dict] = None, data: Optional[dict] = None, **status):
    body = {"status": {"code": code, "message": message, "trace_id": uuid4().hex, **status}}
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", **(headers or {})}
    return JSONResponse(body if data is None else {**body, "data": data}, code, headers)


@app.exception_handler(HTTPException)
def failed(request, error: HTTPException):
    reasons = {400: "malformed_request", 404: "not_found", 405: "method_not_allowed"}
    reason = error.reason if isinstance(error, Failure) else reasons[error.status_code]
    return respond(error.status_code, error.detail, error.headers, reason=reason)


@app.exception_handler(RequestValidationError)
def rejected(request, invalid: RequestValidationError):
    errors = invalid.errors()
    if errors[0]["type"] == "value_error.jsondecode":
        return respond(400, "The body is not valid JSON", reason="malformed_request")
    data = {"errors": [describe(error) for error in errors]}
    return respond(400, "The request is invalid", data=data, reason="validation_failed")


def describe(error: dict) -> dict:
    # Not the name of an unknown field, nor the context of the error: they come from the request and may contain a secret.
    location = error["loc"][:1] if error["type"] == "value_error.extra" else error["loc"]
    return {"location": "/" + "/".join(location), "rule": error["type"], "message": error["msg"]}


@app.exception_handler(Exception)
def crashed(request, error: Exception):
    return respond(500, "Internal error", reason="internal_error")


def caller(credentials: Optional[HTTPAuthorizationCredentials] = Depends(HTTPBearer(auto_error=False))) -> Account:
    challenge = 'Bearer realm="account"'
    if credentials is None:
        raise Failure(401, "token_missing", "An access token is required", {"WWW-Authenticate": challenge})
    account, expiry = tokens.get(sha256(credentials.credentials), (nobody, 0))
    if time.monotonic() >= expiry:
        challenge += ', error="invalid_token"'
        raise Failure(401, "token_invalid", "The access token is invalid", {"WWW-Authenticate": challenge})
    return account


def refused(reason: str, message: str) -> Failure:
    return Failure(401, reason, message, {"WWW-Authenticate": 'Login realm="account"'})


@app.post("/v1/auth/login")
def login(body: LoginRequest):
    if body.password is None:
        raise refused("password_required", "A password is required")
    account = accounts.get(body.identity.lower(), nobody)
    if not account.has_password(body.password):
        raise refused("invalid_credentials", "The identity or the password is wrong")
    if account.totp_secret and body.otp is None:
        raise refused("otp_required", "A one-time code is required")
    if account.totp_secret and not account.consume_code(body.otp):
        raise refused("otp_invalid", "The one-time code is wrong")
    token = f"token_{secrets.token_urlsafe(32)}"
    tokens[sha256(token)] = (account, time.monotonic() + TOKEN_LIFETIME)
    user = {"me_id": account.id, "nickname": account.nickname, "mfa_enabled": bool(account.totp_secret)}
    return respond(200, "OK", data={"access_token": token, "token_type": "Bearer", "expires_in": TOKEN_LIFETIME, **user})


@app.post("/v1/security/apikey/generate")
def generate(body: GenerateRequest = GenerateRequest(), account: Account = Depends(caller)):
    api_key = f"apikey_{secrets.token_urlsafe(32)}"
    key = {"id": f"key_{secrets.token_hex(11)}", "description": body.description, "created_at": now()}
    keys[key["id"]] = {**key, "owner": account, "hash": sha256(api_key), "revoked_at": None}
    note = "A root-level key. Store it now; you can't retrieve it later."
    return respond(200, "OK", data={**key, "api_key": api_key, "key_prefix": api_key[:12], "note": note})


@app.delete("/v1/security/apikey/{id}")
def revoke(id: str, account: Account = Depends(caller)):
    key = keys.get(id)
    if key is None or key["owner"] is not account:
        raise Failure(404, "key_not_found", "You have no key with this id")
    with lock:
        key["revoked_at"] = key["revoked_at"] or now()
    return respond(200, "OK", data={"message": "API key revoked", "id": id, "revoked_at": key["revoked_at"]})


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(os.environ.get("PORT", "0"))))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False)).run(sockets=[listener])
