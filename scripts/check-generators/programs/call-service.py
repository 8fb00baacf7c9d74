"""Tries the patterns of the contract with jsonschema, then logs in, generates and revokes, and validates each response."""

import json
import sys
import urllib.request
import uuid

from jsonschema import Draft202012Validator, RefResolver

document_path, values_path, base, identity, password, repeats = sys.argv[1:]
with open(document_path, encoding="utf-8") as file:
    document = json.load(file)
with open(values_path, encoding="utf-8") as file:
    values = json.load(file)


def validator_of(pointer):
    resolver = RefResolver.from_schema(document)
    return Draft202012Validator({"$ref": "#/components/schemas/" + pointer}, resolver=resolver)


for name, fields in values.items():
    for field, cases in fields.items():
        validator = validator_of(f"{name}/properties/{field}")
        for value in cases["accepted"]:
            validator.validate(value)
        for value in cases["rejected"]:
            assert not validator.is_valid(value), f"{name}.{field} accepts {value!r}"


def call(method, path, schema, headers, body=None):
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, content, headers, method=method)
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as response:
        envelope = json.load(response)
    validator_of(schema).validate(envelope)
    return envelope["data"]


session = call("POST", "/v1/auth/login", "LoginEnvelope", {}, {"identity": identity, "password": password})
bearer = {"Authorization": "Bearer " + session["access_token"]}
generation = {**bearer, "Idempotency-Key": str(uuid.uuid4())}
body = {"description": "A client in Python"}
first = call("POST", "/v1/security/apikey/generate", "GenerateApiKeyEnvelope", generation, body)
repeated = call("POST", "/v1/security/apikey/generate", "GenerateApiKeyEnvelope", generation, body)
assert (first == repeated) == (repeats == "same"), "a repeated Idempotency-Key gave another key than expected"
revoked = call("DELETE", "/v1/security/apikey/" + first["id"], "RevokeApiKeyEnvelope", bearer)
assert revoked.get("id", first["id"]) == first["id"]
