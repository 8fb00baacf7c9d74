// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** The decisions on which an element of the contract rests, by its JSON Pointer (RFC 6901). */
export const decisionPlaces: Readonly<Record<string, readonly string[]>> = {
  "/info": [
    "versioning"
  ],
  "/paths/~1v1~1auth~1login/post": [
    "mfa"
  ],
  "/paths/~1v1~1security~1apikey~1generate/post/parameters/0": [
    "idempotency"
  ],
  "/paths/~1v1~1security~1apikey~1generate/post/requestBody": [
    "description"
  ],
  "/paths/~1v1~1security~1apikey~1generate/post/responses/200/headers/Idempotency-Replayed": [
    "idempotency"
  ],
  "/paths/~1v1~1security~1apikey~1{id}/delete": [
    "revocation",
    "key-states"
  ],
  "/paths/~1v1~1security~1apikey~1{id}/delete/parameters/0": [
    "key-id"
  ],
  "/components/securitySchemes/AccessToken": [
    "key-as-bearer"
  ],
  "/components/schemas/LoginRequest": [
    "closed-requests",
    "null-values"
  ],
  "/components/schemas/LoginRequest/properties/identity": [
    "identity"
  ],
  "/components/schemas/LoginRequest/properties/password": [
    "password"
  ],
  "/components/schemas/LoginRequest/properties/otp": [
    "mfa"
  ],
  "/components/schemas/TraceId": [
    "trace-id"
  ],
  "/components/schemas/FailureStatus": [
    "errors"
  ],
  "/components/schemas/FailureStatus/properties/code": [
    "envelope-code"
  ],
  "/components/schemas/FailureStatus/properties/reason": [
    "errors"
  ],
  "/components/schemas/Output": [
    "output-reserved"
  ],
  "/components/schemas/Usage": [
    "latency"
  ],
  "/components/schemas/Usage/properties/latency_ms": [
    "latency"
  ],
  "/components/schemas/LoginResult": [
    "login-result",
    "required-results"
  ],
  "/components/schemas/LoginResult/properties/access_token": [
    "access-token"
  ],
  "/components/schemas/LoginResult/properties/token_type": [
    "access-token"
  ],
  "/components/schemas/LoginResult/properties/expires_in": [
    "access-token"
  ],
  "/components/schemas/LoginResult/properties/me_id": [
    "login-result"
  ],
  "/components/schemas/ValidationErrors": [
    "errors"
  ],
  "/components/schemas/ValidationErrors/properties/errors": [
    "errors"
  ],
  "/components/schemas/GenerateApiKeyRequest": [
    "closed-requests",
    "null-values"
  ],
  "/components/schemas/GenerateApiKeyRequest/properties/description": [
    "description"
  ],
  "/components/schemas/GenerateApiKeyResult": [
    "key-id",
    "key-format",
    "required-results"
  ],
  "/components/schemas/GenerateApiKeyResult/properties/id": [
    "key-id"
  ],
  "/components/schemas/GenerateApiKeyResult/properties/api_key": [
    "key-format"
  ],
  "/components/schemas/GenerateApiKeyResult/properties/description": [
    "description"
  ],
  "/components/schemas/GenerateApiKeyResult/properties/created_at": [
    "key-format"
  ],
  "/components/schemas/GenerateApiKeyResult/properties/key_prefix": [
    "key-format"
  ],
  "/components/schemas/RevokeApiKeyResult": [
    "revocation",
    "required-results"
  ],
  "/components/schemas/RevokeApiKeyResult/properties/id": [
    "revocation"
  ],
  "/components/schemas/RevokeApiKeyResult/properties/revoked_at": [
    "revocation"
  ],
  "/components/headers/CacheControl": [
    "response-headers"
  ],
  "/components/headers/ConnectionClose": [
    "errors"
  ],
  "/components/headers/RetryAfter": [
    "errors"
  ],
  "/components/headers/RateLimit": [
    "limits"
  ],
  "/components/headers/RateLimitPolicy": [
    "limits"
  ],
  "/components/responses/Rejected": [
    "errors",
    "limits",
    "gateways"
  ],
  "/components/responses/Rejected/headers/Allow": [
    "errors"
  ],
  "/components/responses/BadRequest": [
    "errors"
  ],
  "/components/responses/LoginRefused": [
    "mfa"
  ],
  "/components/responses/LoginRefused/headers/WWW-Authenticate": [
    "errors"
  ],
  "/components/responses/UnsupportedMediaType": [
    "errors"
  ],
  "/components/responses/UnsupportedMediaType/headers/Accept-Post": [
    "errors"
  ],
  "/components/responses/RateLimited": [
    "limits",
    "gateways"
  ],
  "/components/responses/InternalError": [
    "errors"
  ],
  "/components/responses/Unavailable": [
    "errors",
    "gateways"
  ],
  "/components/responses/TokenRefused": [
    "errors"
  ],
  "/components/responses/TokenRefused/headers/WWW-Authenticate": [
    "errors"
  ],
  "/components/responses/KeyConflict": [
    "limits",
    "idempotency"
  ],
  "/components/responses/KeyNotFound": [
    "errors",
    "revocation"
  ],
  "": [
    "limits"
  ]
};
