"""The three operations of ../python/service.py, with Flask 2.2 on gunicorn."""
import json
import sys
from pathlib import Path

from flask import Flask, request
from werkzeug.exceptions import HTTPException

sys.path.append(str(Path(__file__).parent.parent / "python"))
import service
from service import Failure

app = Flask(__name__)


def respond(code: int, message: str, headers=(), data=None, **status):
    return service.envelope(code, message, data, **status), code, {**service.HEADERS, **dict(headers)}


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


def caller() -> service.Account:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return service.owner_of(token.strip(" \t") if scheme.lower() == "bearer" else None)


@app.post("/v1/auth/login")
def login():
    body = read_body(identity=(3, 254), password=(1, 1024), otp=(1, 64))
    if "identity" not in body:
        raise Failure(400, "validation_failed", "identity is required")
    return respond(200, "OK", data=service.login(body["identity"], body.get("password"), body.get("otp")))


@app.post("/v1/security/apikey/generate")
def generate():
    account = caller()
    return respond(200, "OK", data=service.generate(account, read_body(description=(0, 255)).get("description", "")))


@app.delete("/v1/security/apikey/<id>")
def revoke(id: str):
    return respond(200, "OK", data=service.revoke(caller(), id))
