"""The three operations of service.py, with FastAPI 0.92 and pydantic 1."""
import os
import socket
from typing import Optional

import uvicorn
from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Extra, constr, validator
from starlette.exceptions import HTTPException

import service


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


app = FastAPI(openapi_url=None)
app.router.redirect_slashes = False


def respond(code: int, message: str, headers: Optional[dict] = None, data: Optional[dict] = None, **status):
    return JSONResponse(service.envelope(code, message, data, **status), code, {**service.HEADERS, **(headers or {})})


@app.exception_handler(service.Failure)
def failed(request, error: service.Failure):
    return respond(error.code, error.message, error.headers, reason=error.reason)


@app.exception_handler(HTTPException)
def unrouted(request, error: HTTPException):
    reasons = {400: "malformed_request", 404: "not_found", 405: "method_not_allowed"}
    return respond(error.status_code, error.detail, error.headers, reason=reasons[error.status_code])


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


def caller(credentials: Optional[HTTPAuthorizationCredentials] = Depends(HTTPBearer(auto_error=False))) -> service.Account:
    return service.owner_of(credentials and credentials.credentials)


@app.post("/v1/auth/login")
def login(body: LoginRequest):
    return respond(200, "OK", data=service.login(body.identity, body.password, body.otp))


@app.post("/v1/security/apikey/generate")
def generate(body: GenerateRequest = GenerateRequest(), account: service.Account = Depends(caller)):
    return respond(200, "OK", data=service.generate(account, body.description))


@app.delete("/v1/security/apikey/{id}")
def revoke(id: str, account: service.Account = Depends(caller)):
    return respond(200, "OK", data=service.revoke(account, id))


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(os.environ.get("PORT", "0"))))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False)).run(sockets=[listener])
