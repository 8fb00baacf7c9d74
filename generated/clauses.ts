// Generated from openapi/interface.md by `npm run generate`. Do not edit.

/** A clause of the source: the section that it is in, and its words, one line per paragraph, item or row. */
export interface Clause {
  readonly section: string;
  readonly title: string;
  readonly text: string;
}

export const clauses: Readonly<Record<string, Clause>> = {
  "1": {
    "section": "1",
    "title": "What the service does",
    "text": "The service authenticates a user by identity, password and optional one-time code, and returns an access token.\nThe service generates an API key for the authenticated caller, labelled by a free-text description.\nThe service revokes an API key by its identifier.\nEvery response uses one common JSON envelope (see section 2).\nOther capabilities: not shown."
  },
  "3": {
    "section": "3",
    "title": "States and transitions",
    "text": "States and transitions: not shown."
  },
  "4": {
    "section": "4",
    "title": "Endpoints",
    "text": "All request bodies are JSON with header Content-Type: application/json. All success responses are HTTP 200 with application/json and the envelope of 2.1."
  },
  "5": {
    "section": "5",
    "title": "Authentication",
    "text": "Login (4.1) is called without credentials in a header; the caller proves identity in the body.\nA successful login returns access_token.\nThe key operations (4.2, 4.3) require the header Authorization with the value Bearer followed by a space and the token (<ACCESS_TOKEN>).\nThe api_key returned by generation is a secret and is shown in the generation response.\nToken lifetime, and whether an API key is accepted as the bearer credential: not shown."
  },
  "6": {
    "section": "6",
    "title": "Events",
    "text": "Events: not shown."
  },
  "7": {
    "section": "7",
    "title": "Errors",
    "text": "Outcome is carried in status.code and status.message of the envelope; 200 with message \"OK\" is the success value. Error codes, error bodies and the conditions that cause them: not shown."
  },
  "8": {
    "section": "8",
    "title": "Limits",
    "text": "Limits (rate limits, quotas, size bounds, time-outs): not shown."
  },
  "9": {
    "section": "9",
    "title": "Versioning",
    "text": "The version is a path prefix: all operations live under /v1.\nPolicy for introducing new versions or deprecating this one: not shown."
  },
  "0.1": {
    "section": "0",
    "title": "Account Access and API Key Service Interface",
    "text": "This document covers the whole service: login, generation of an API key, and revocation of an API key. It is the only document."
  },
  "0.2": {
    "section": "0",
    "title": "Account Access and API Key Service Interface",
    "text": "Base address: {base_url}. All paths below are relative to it."
  },
  "1.1": {
    "section": "1",
    "title": "What the service does",
    "text": "The service authenticates a user by identity, password and optional one-time code, and returns an access token."
  },
  "1.2": {
    "section": "1",
    "title": "What the service does",
    "text": "The service generates an API key for the authenticated caller, labelled by a free-text description."
  },
  "1.3": {
    "section": "1",
    "title": "What the service does",
    "text": "The service revokes an API key by its identifier."
  },
  "1.4": {
    "section": "1",
    "title": "What the service does",
    "text": "Every response uses one common JSON envelope (see section 2)."
  },
  "1.5": {
    "section": "1",
    "title": "What the service does",
    "text": "Other capabilities: not shown."
  },
  "2.1": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "status | object | yes | Outcome of the call\nstatus.code | integer | yes | Result code; 200 on success\nstatus.message | string | yes | Short text for the result; \"OK\" on success\nstatus.trace_id | string | yes | Identifier of the request for tracing\ndata | object | no | Payload of the operation; shape depends on the operation\noutput | object | no | Declared in the response shape; contents: not shown.\nusage | object | no | Usage information\nusage.latency_ms | integer | no | Processing time in milliseconds"
  },
  "2.1-status": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "status | object | yes | Outcome of the call"
  },
  "2.1-status.code": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "status.code | integer | yes | Result code; 200 on success"
  },
  "2.1-status.message": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "status.message | string | yes | Short text for the result; \"OK\" on success"
  },
  "2.1-status.trace_id": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "status.trace_id | string | yes | Identifier of the request for tracing"
  },
  "2.1-data": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "data | object | no | Payload of the operation; shape depends on the operation"
  },
  "2.1-output": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "output | object | no | Declared in the response shape; contents: not shown."
  },
  "2.1-usage": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "usage | object | no | Usage information"
  },
  "2.1-usage.latency_ms": {
    "section": "2.1",
    "title": "Response envelope (all operations)",
    "text": "usage.latency_ms | integer | no | Processing time in milliseconds"
  },
  "2.2": {
    "section": "2.2",
    "title": "Login result (the data object of login)",
    "text": "access_token | string | Token for use as a bearer credential\nme_id | string | Identifier of the authenticated user\nmfa_enabled | boolean | Whether multi-factor authentication is enabled for the user\nnickname | string | Display name of the user"
  },
  "2.2-access_token": {
    "section": "2.2",
    "title": "Login result (the data object of login)",
    "text": "access_token | string | Token for use as a bearer credential"
  },
  "2.2-me_id": {
    "section": "2.2",
    "title": "Login result (the data object of login)",
    "text": "me_id | string | Identifier of the authenticated user"
  },
  "2.2-mfa_enabled": {
    "section": "2.2",
    "title": "Login result (the data object of login)",
    "text": "mfa_enabled | boolean | Whether multi-factor authentication is enabled for the user"
  },
  "2.2-nickname": {
    "section": "2.2",
    "title": "Login result (the data object of login)",
    "text": "nickname | string | Display name of the user"
  },
  "2.3": {
    "section": "2.3",
    "title": "API key generation result (the data object of generate)",
    "text": "api_key | string | The newly generated key, a root-level key; the secret value is returned in this response\nnote | string | Explanatory text about the key\nOther fields of the generation result, and the identifier by which a key is later revoked: not shown."
  },
  "2.3-api_key": {
    "section": "2.3",
    "title": "API key generation result (the data object of generate)",
    "text": "api_key | string | The newly generated key, a root-level key; the secret value is returned in this response"
  },
  "2.3-note": {
    "section": "2.3",
    "title": "API key generation result (the data object of generate)",
    "text": "note | string | Explanatory text about the key"
  },
  "2.4": {
    "section": "2.4",
    "title": "Revocation result (the data object of revoke)",
    "text": "message | string | Confirmation text that the key was revoked"
  },
  "2.4-message": {
    "section": "2.4",
    "title": "Revocation result (the data object of revoke)",
    "text": "message | string | Confirmation text that the key was revoked"
  },
  "4.1": {
    "section": "4.1",
    "title": "User login",
    "text": "Method and path: POST /v1/auth/login\nAuthorization header: none is sent.\nRequest body:\nidentity | string | yes | Identity of the user; an e-mail-style value <EMAIL>\npassword | string | no | Password of the user\notp | string | no | One-time code, for users with multi-factor authentication\nResponse 200: envelope whose data is the login result (2.2). A successful response has status.code 200 and status.message \"OK\".\nConditions under which password or otp become mandatory: not shown."
  },
  "4.1.1": {
    "section": "4.1",
    "title": "User login",
    "text": "Method and path: POST /v1/auth/login"
  },
  "4.1.2": {
    "section": "4.1",
    "title": "User login",
    "text": "Authorization header: none is sent."
  },
  "4.1.3": {
    "section": "4.1",
    "title": "User login",
    "text": "Request body:"
  },
  "4.1-identity": {
    "section": "4.1",
    "title": "User login",
    "text": "identity | string | yes | Identity of the user; an e-mail-style value <EMAIL>"
  },
  "4.1-password": {
    "section": "4.1",
    "title": "User login",
    "text": "password | string | no | Password of the user"
  },
  "4.1-otp": {
    "section": "4.1",
    "title": "User login",
    "text": "otp | string | no | One-time code, for users with multi-factor authentication"
  },
  "4.1.4": {
    "section": "4.1",
    "title": "User login",
    "text": "Response 200: envelope whose data is the login result (2.2). A successful response has status.code 200 and status.message \"OK\"."
  },
  "4.1.5": {
    "section": "4.1",
    "title": "User login",
    "text": "Conditions under which password or otp become mandatory: not shown."
  },
  "4.2": {
    "section": "4.2",
    "title": "Generate API key",
    "text": "Method and path: POST /v1/security/apikey/generate\nHeader: Authorization: Bearer <ACCESS_TOKEN>\nRequest body:\ndescription | string | Free-text label for the key\nResponse 200: envelope whose data is the generation result (2.3).\nWhether description is required: not shown."
  },
  "4.2.1": {
    "section": "4.2",
    "title": "Generate API key",
    "text": "Method and path: POST /v1/security/apikey/generate"
  },
  "4.2.2": {
    "section": "4.2",
    "title": "Generate API key",
    "text": "Header: Authorization: Bearer <ACCESS_TOKEN>"
  },
  "4.2.3": {
    "section": "4.2",
    "title": "Generate API key",
    "text": "Request body:"
  },
  "4.2-description": {
    "section": "4.2",
    "title": "Generate API key",
    "text": "description | string | Free-text label for the key"
  },
  "4.2.4": {
    "section": "4.2",
    "title": "Generate API key",
    "text": "Response 200: envelope whose data is the generation result (2.3)."
  },
  "4.2.5": {
    "section": "4.2",
    "title": "Generate API key",
    "text": "Whether description is required: not shown."
  },
  "4.3": {
    "section": "4.3",
    "title": "Revoke API key",
    "text": "Method and path: DELETE /v1/security/apikey/{id}\nHeader: Authorization: Bearer <ACCESS_TOKEN>\nPath parameter: id, string, required; identifies the key to revoke.\nRequest body: none.\nResponse 200: envelope whose data is the revocation result (2.4)."
  },
  "4.3.1": {
    "section": "4.3",
    "title": "Revoke API key",
    "text": "Method and path: DELETE /v1/security/apikey/{id}"
  },
  "4.3.2": {
    "section": "4.3",
    "title": "Revoke API key",
    "text": "Header: Authorization: Bearer <ACCESS_TOKEN>"
  },
  "4.3.3": {
    "section": "4.3",
    "title": "Revoke API key",
    "text": "Path parameter: id, string, required; identifies the key to revoke."
  },
  "4.3.4": {
    "section": "4.3",
    "title": "Revoke API key",
    "text": "Request body: none."
  },
  "4.3.5": {
    "section": "4.3",
    "title": "Revoke API key",
    "text": "Response 200: envelope whose data is the revocation result (2.4)."
  },
  "5.1": {
    "section": "5",
    "title": "Authentication",
    "text": "Login (4.1) is called without credentials in a header; the caller proves identity in the body."
  },
  "5.2": {
    "section": "5",
    "title": "Authentication",
    "text": "A successful login returns access_token."
  },
  "5.3": {
    "section": "5",
    "title": "Authentication",
    "text": "The key operations (4.2, 4.3) require the header Authorization with the value Bearer followed by a space and the token (<ACCESS_TOKEN>)."
  },
  "5.4": {
    "section": "5",
    "title": "Authentication",
    "text": "The api_key returned by generation is a secret and is shown in the generation response."
  },
  "5.5": {
    "section": "5",
    "title": "Authentication",
    "text": "Token lifetime, and whether an API key is accepted as the bearer credential: not shown."
  },
  "9.1": {
    "section": "9",
    "title": "Versioning",
    "text": "The version is a path prefix: all operations live under /v1."
  },
  "9.2": {
    "section": "9",
    "title": "Versioning",
    "text": "Policy for introducing new versions or deprecating this one: not shown."
  }
};
