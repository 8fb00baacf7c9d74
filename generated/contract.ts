// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { components } from './types.ts';

export type { components, paths } from './types.ts';

export type LoginRequest = components['schemas']['LoginRequest'];
export type TraceId = components['schemas']['TraceId'];
export type FailureStatus = components['schemas']['FailureStatus'];
export type Output = components['schemas']['Output'];
export type Usage = components['schemas']['Usage'];
export type Failure = components['schemas']['Failure'];
export type SuccessStatus = components['schemas']['SuccessStatus'];
export type LoginResult = components['schemas']['LoginResult'];
export type LoginEnvelope = components['schemas']['LoginEnvelope'];
export type ValidationError = components['schemas']['ValidationError'];
export type ValidationErrors = components['schemas']['ValidationErrors'];
export type ValidationFailure = components['schemas']['ValidationFailure'];
export type GenerateApiKeyRequest = components['schemas']['GenerateApiKeyRequest'];
export type GenerateApiKeyResult = components['schemas']['GenerateApiKeyResult'];
export type GenerateApiKeyEnvelope = components['schemas']['GenerateApiKeyEnvelope'];
export type RevokeApiKeyResult = components['schemas']['RevokeApiKeyResult'];
export type RevokeApiKeyEnvelope = components['schemas']['RevokeApiKeyEnvelope'];

/** The version of the contract, `info.version`. The package has its own. */
export const contractVersion = "1.0.0";

/**
 * Each operation by its id: its method and path, its default rate limit, and the reasons for which it may fail. Paths are
 * relative to the base address.
 */
export const operations = {
  "login": {
    "method": "POST",
    "path": "/v1/auth/login",
    "summary": "Log in",
    "takesAccessToken": false,
    "requestsPerMinute": 60,
    "failures": [
      "malformed_request",
      "validation_failed",
      "password_required",
      "invalid_credentials",
      "otp_required",
      "otp_invalid",
      "unsupported_media_type",
      "rate_limited",
      "internal_error",
      "unavailable",
      "not_found",
      "method_not_allowed",
      "request_timeout",
      "body_too_large",
      "uri_too_long",
      "headers_too_large",
      "method_not_implemented"
    ]
  },
  "generateApiKey": {
    "method": "POST",
    "path": "/v1/security/apikey/generate",
    "summary": "Generate an API key",
    "takesAccessToken": true,
    "requestsPerMinute": 60,
    "failures": [
      "malformed_request",
      "validation_failed",
      "token_missing",
      "token_invalid",
      "key_limit_reached",
      "idempotency_conflict",
      "idempotency_key_spent",
      "unsupported_media_type",
      "rate_limited",
      "internal_error",
      "unavailable",
      "not_found",
      "method_not_allowed",
      "request_timeout",
      "body_too_large",
      "uri_too_long",
      "headers_too_large",
      "method_not_implemented"
    ]
  },
  "revokeApiKey": {
    "method": "DELETE",
    "path": "/v1/security/apikey/{id}",
    "summary": "Revoke an API key",
    "takesAccessToken": true,
    "requestsPerMinute": 120,
    "failures": [
      "token_missing",
      "token_invalid",
      "key_not_found",
      "rate_limited",
      "internal_error",
      "unavailable",
      "malformed_request",
      "not_found",
      "method_not_allowed",
      "request_timeout",
      "body_too_large",
      "uri_too_long",
      "headers_too_large",
      "method_not_implemented"
    ]
  }
} as const;

export type OperationId = keyof typeof operations;

/** The fields that the `data` of each success may have, with their types. */
export const resultFields = {
  "login": {
    "access_token": "string",
    "token_type": "string",
    "expires_in": "number",
    "me_id": "string",
    "mfa_enabled": "boolean",
    "nickname": "string"
  },
  "generateApiKey": {
    "id": "string",
    "api_key": "string",
    "note": "string",
    "description": "string",
    "created_at": "string",
    "key_prefix": "string"
  },
  "revokeApiKey": {
    "message": "string",
    "id": "string",
    "revoked_at": "string"
  }
} as const;

/** What the contract says of the values of a request that have a form, by the name of the field or header in lower case. */
export const forms: Readonly<Record<string, string>> = {
  "identity": "one `@`, not at either end, without spaces, control or bidirectional characters",
  "description": "no control, bidirectional or line separator characters",
  "idempotency-key": "1 to 255 printable ASCII characters, without spaces at either end"
};

/** The default limits of a request and of what a user may have: `x-limits` of the contract. */
export const limits = {
  "bodyBytes": 16384,
  "uriBytes": 2048,
  "headerBytes": 16384,
  "headersTimeoutSeconds": 10,
  "requestTimeoutSeconds": 15,
  "maximumTokens": 20,
  "freeFailedLogins": 5,
  "freeFailedCodes": 20,
  "maximumKeys": 100,
  "idempotencySeconds": 86400
} as const;

/** Each reason with its code, which is also the HTTP status, and its message. */
export const failures = {
  "malformed_request": {
    "code": 400,
    "message": "Malformed request"
  },
  "validation_failed": {
    "code": 400,
    "message": "Validation failed"
  },
  "password_required": {
    "code": 401,
    "message": "Password required"
  },
  "invalid_credentials": {
    "code": 401,
    "message": "Invalid credentials"
  },
  "otp_required": {
    "code": 401,
    "message": "One-time code required"
  },
  "otp_invalid": {
    "code": 401,
    "message": "Invalid one-time code"
  },
  "token_missing": {
    "code": 401,
    "message": "Authentication required"
  },
  "token_invalid": {
    "code": 401,
    "message": "Invalid access token"
  },
  "not_found": {
    "code": 404,
    "message": "Not found"
  },
  "key_not_found": {
    "code": 404,
    "message": "API key not found"
  },
  "method_not_allowed": {
    "code": 405,
    "message": "Method not allowed"
  },
  "request_timeout": {
    "code": 408,
    "message": "Request timed out"
  },
  "key_limit_reached": {
    "code": 409,
    "message": "API key limit reached"
  },
  "idempotency_conflict": {
    "code": 409,
    "message": "Idempotency key conflict"
  },
  "idempotency_key_spent": {
    "code": 409,
    "message": "Idempotency key spent"
  },
  "body_too_large": {
    "code": 413,
    "message": "Content too large"
  },
  "uri_too_long": {
    "code": 414,
    "message": "URI too long"
  },
  "unsupported_media_type": {
    "code": 415,
    "message": "Unsupported media type"
  },
  "rate_limited": {
    "code": 429,
    "message": "Too many requests"
  },
  "headers_too_large": {
    "code": 431,
    "message": "Request headers too large"
  },
  "internal_error": {
    "code": 500,
    "message": "Internal error"
  },
  "method_not_implemented": {
    "code": 501,
    "message": "Method not implemented"
  },
  "unavailable": {
    "code": 503,
    "message": "Service unavailable"
  }
} as const;

export type Reason = keyof typeof failures;

/** Every reason in this version. Later versions may add some: handle a reason that you do not know by its code. */
export const reasons: readonly Reason[] = [
  "malformed_request",
  "validation_failed",
  "password_required",
  "invalid_credentials",
  "otp_required",
  "otp_invalid",
  "token_missing",
  "token_invalid",
  "not_found",
  "key_not_found",
  "method_not_allowed",
  "request_timeout",
  "key_limit_reached",
  "idempotency_conflict",
  "idempotency_key_spent",
  "body_too_large",
  "uri_too_long",
  "unsupported_media_type",
  "rate_limited",
  "headers_too_large",
  "internal_error",
  "method_not_implemented",
  "unavailable"
];
