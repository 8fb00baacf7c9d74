// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

export interface paths {
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Send your identity and password, and use the `access_token` of the response for the key operations. If the response is 401 with the reason `otp_required`, send the same request again with a one-time code or a recovery code in `otp`. Each code works once, and a wrong password never consumes a code. An unknown identity, a wrong password and a disabled account get the same response.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/security/apikey/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate an API key
         * @description Generates a root-level API key. Store `api_key` now: it is a secret, and the service keeps only a hash of it. Keep `id` too: you need it to revoke the key. The body is optional. If you never receive the response, repeat the request with the same `Idempotency-Key` within 24 hours: you get the same key, not another one.
         */
        post: operations["generateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/security/apikey/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revokes one of your keys permanently. If the response is lost, send the request again: a second revocation also returns 200, with the time of the first. The server returns 404 for a key of another user, as it does for a key that does not exist. It ignores a request body.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The credentials of a user. Unknown fields are rejected, so that a misspelt field is never silently ignored. */
        LoginRequest: {
            /**
             * @description Identity of the user, in the style of an e-mail address: one `@`, not at either end, without spaces, control or bidirectional characters. The server compares identities in Unicode normalisation form C and lower case.
             * @example ada@example.com
             */
            identity: string;
            /**
             * Format: password
             * @description Password of the user, used exactly as received. Without it the server returns 401 with the reason `password_required`. Lengths are counted in code points.
             * @example correct horse battery staple
             */
            password?: string;
            /**
             * Format: password
             * @description One-time code (RFC 6238, six digits) or recovery code of a user with multi-factor authentication. Ignored for other users.
             * @example 492039
             */
            otp?: string;
        };
        /**
         * @description Identifier of the request for tracing: 32 lower-case hexadecimal digits, new for every request. When the request has a valid `traceparent` header (W3C Trace Context), the server logs both ids.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        TraceId: string;
        /** @description Outcome of a call that succeeded. */
        SuccessStatus: {
            /**
             * @description Result code; 200 on success.
             * @example 200
             * @constant
             */
            code: 200;
            /**
             * @description Short text for the result; "OK" on success.
             * @example OK
             * @constant
             */
            message: "OK";
            trace_id: components["schemas"]["TraceId"];
        };
        /** @description Payload of a login. */
        LoginResult: {
            /**
             * @description Token for use as a bearer credential on the key operations. It is opaque: do not parse it. It stops working when it expires, when the password or the multi-factor setting changes, when the account is disabled or deleted, and when 20 later logins of the user have tokens of their own.
             * @example aat_GHPb2DhYDddw4xtO0yghV4f9vSbuiS0xXtnewpYcjPi4En2nf
             */
            access_token: string;
            /**
             * @description The type of the token (RFC 6749, 5.1).
             * @example Bearer
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description Seconds until the token expires (RFC 6749, 5.1). Using the token does not extend its life.
             * @example 3600
             */
            expires_in: number;
            /**
             * @description Identifier of the authenticated user. It never changes and never identifies another user.
             * @example usr_5vN0cJt8aLq2ZkW7hXyPmE
             */
            me_id: string;
            /**
             * @description Whether multi-factor authentication is enabled for the user.
             * @example false
             */
            mfa_enabled: boolean;
            /**
             * @description Display name of the user.
             * @example Ada
             */
            nickname: string;
        };
        /** @description Declared and reserved. The reference server never sends it, and clients ignore it. */
        Output: Record<string, unknown>;
        /** @description Usage information. Only successful responses have it: on a failure, exact times would help an attacker to guess secrets. */
        Usage: {
            /**
             * @description Processing time in milliseconds.
             * @example 24
             */
            latency_ms?: number;
        };
        /** @description The envelope around the payload of a login. */
        LoginEnvelope: {
            status: components["schemas"]["SuccessStatus"];
            data: components["schemas"]["LoginResult"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /**
         * @description Short text about the failure, for people. Programs read `reason`, because this text may change.
         * @example API key not found
         */
        FailureMessage: string;
        /** @description The envelope of a failure: the server could not read the request. */
        MalformedRequestEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 400
                 * @constant
                 */
                code: 400;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example malformed_request
                 * @enum {string}
                 */
                reason: "malformed_request";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description One invalid field of a request. */
        ValidationError: {
            /**
             * @description JSON Pointer (RFC 6901) to the invalid or missing value, starting with `/body` or `/headers`.
             * @example /body/identity
             */
            location: string;
            /**
             * @description The keyword of the contract's schema that the value does not match.
             * @example pattern
             */
            rule: string;
            /**
             * @description What the contract requires, for people.
             * @example must have the form that the contract describes
             */
            message: string;
        };
        /** @description Payload of a failure with reason `validation_failed`. */
        ValidationErrors: {
            /** @description The invalid fields of the request. An error never contains the value that the client sent. */
            errors: components["schemas"]["ValidationError"][];
        };
        /** @description The envelope of a failure: the request does not match the contract. */
        ValidationFailedEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 400
                 * @constant
                 */
                code: 400;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example validation_failed
                 * @enum {string}
                 */
                reason: "validation_failed";
                trace_id: components["schemas"]["TraceId"];
            };
            data: components["schemas"]["ValidationErrors"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the login is rejected. */
        LoginRefusedEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 401
                 * @constant
                 */
                code: 401;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example password_required
                 * @enum {string}
                 */
                reason: "password_required" | "invalid_credentials" | "otp_required" | "otp_invalid";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the service does not have the path. */
        NotFoundEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 404
                 * @constant
                 */
                code: 404;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example not_found
                 * @enum {string}
                 */
                reason: "not_found";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the path does not have the method. */
        MethodNotAllowedEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 405
                 * @constant
                 */
                code: 405;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example method_not_allowed
                 * @enum {string}
                 */
                reason: "method_not_allowed";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the request did not arrive in time. */
        RequestTimeoutEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 408
                 * @constant
                 */
                code: 408;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example request_timeout
                 * @enum {string}
                 */
                reason: "request_timeout";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the body is too large. */
        BodyTooLargeEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 413
                 * @constant
                 */
                code: 413;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example body_too_large
                 * @enum {string}
                 */
                reason: "body_too_large";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the request target is too long. */
        UriTooLongEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 414
                 * @constant
                 */
                code: 414;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example uri_too_long
                 * @enum {string}
                 */
                reason: "uri_too_long";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the body has another media type. */
        UnsupportedMediaTypeEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 415
                 * @constant
                 */
                code: 415;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example unsupported_media_type
                 * @enum {string}
                 */
                reason: "unsupported_media_type";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the caller must wait. */
        RateLimitedEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 429
                 * @constant
                 */
                code: 429;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example rate_limited
                 * @enum {string}
                 */
                reason: "rate_limited";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the header block is too large. */
        HeadersTooLargeEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 431
                 * @constant
                 */
                code: 431;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example headers_too_large
                 * @enum {string}
                 */
                reason: "headers_too_large";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the service failed. */
        InternalErrorEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 500
                 * @constant
                 */
                code: 500;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example internal_error
                 * @enum {string}
                 */
                reason: "internal_error";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the service is temporarily unavailable. */
        UnavailableEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 503
                 * @constant
                 */
                code: 503;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example unavailable
                 * @enum {string}
                 */
                reason: "unavailable";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The label of the new key. Unknown fields are rejected. */
        GenerateApiKeyRequest: {
            /**
             * @description Free-text label for the key, without control, bidirectional or line separator characters. Lengths are counted in code points.
             * @example Nightly build
             */
            description?: string;
        };
        /** @description Payload of a key generation. */
        GenerateApiKeyResult: {
            /**
             * @description Identifier of the key, which you need to revoke it. It is not a secret.
             * @example key_3kTzQ0p9mW5bVc7Xr1LsYd
             */
            id: string;
            /**
             * @description The new root-level key, a secret. Store it now, because the service keeps only a hash of it.
             * @example aak_IiRo735F3lqptMbOCTcvHy63OJ6hpztMynGTXiXxLHW4geg2E
             */
            api_key: string;
            /**
             * @description Explanatory text about the key, for people.
             * @example This is a root-level key. Store it now: the service keeps only a hash of it.
             */
            note: string;
            /**
             * @description The label that the client sent; empty if it sent none.
             * @example Nightly build
             */
            description: string;
            /**
             * Format: date-time
             * @description When the key was generated (RFC 3339, UTC).
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The first 12 characters of the key, by which people can recognise it.
             * @example aak_IiRo735F
             */
            key_prefix: string;
        };
        /** @description The envelope around the payload of a key generation. */
        GenerateApiKeyEnvelope: {
            status: components["schemas"]["SuccessStatus"];
            data: components["schemas"]["GenerateApiKeyResult"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the request has no valid access token. */
        TokenRefusedEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 401
                 * @constant
                 */
                code: 401;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example token_missing
                 * @enum {string}
                 */
                reason: "token_missing" | "token_invalid";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the server cannot generate the key. */
        KeyConflictEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 409
                 * @constant
                 */
                code: 409;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example key_limit_reached
                 * @enum {string}
                 */
                reason: "key_limit_reached" | "idempotency_conflict" | "idempotency_key_spent";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description Payload of a revocation. */
        RevokeApiKeyResult: {
            /**
             * @description Confirmation that the key was revoked, for people.
             * @example API key revoked
             */
            message: string;
            /**
             * @description Identifier of the revoked key.
             * @example key_3kTzQ0p9mW5bVc7Xr1LsYd
             */
            id: string;
            /**
             * Format: date-time
             * @description When the key was first revoked (RFC 3339, UTC).
             * @example 2026-11-21T09:45:00.000Z
             */
            revoked_at: string;
        };
        /** @description The envelope around the payload of a revocation. */
        RevokeApiKeyEnvelope: {
            status: components["schemas"]["SuccessStatus"];
            data: components["schemas"]["RevokeApiKeyResult"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure: the caller has no key with the id. */
        KeyNotFoundEnvelope: {
            /** @description Outcome of a call that failed. */
            status: {
                /**
                 * @description Result code; the same number as the HTTP status.
                 * @example 404
                 * @constant
                 */
                code: 404;
                message: components["schemas"]["FailureMessage"];
                /**
                 * @description Name of the failure, for programs. Later versions of v1 may add names, so treat this list as open.
                 * @example key_not_found
                 * @enum {string}
                 */
                reason: "key_not_found" | "not_found";
                trace_id: components["schemas"]["TraceId"];
            };
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
    };
    responses: {
        /** @description The server could not read the request, or the request does not match the contract. Fix the fields listed in `data.errors`. */
        BadRequest: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedRequestEnvelope"] | components["schemas"]["ValidationFailedEnvelope"];
            };
        };
        /** @description The server could not authenticate the caller. `status.reason` says what to send next. */
        LoginRefused: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                /** @description The challenge of every 401 (RFC 9110, 11.6.1). Send login credentials in the request body. */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LoginRefusedEnvelope"];
            };
        };
        /** @description The service has no such path; the base address may be wrong. */
        NotFound: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundEnvelope"];
            };
        };
        /** @description The path has no such method; `Allow` lists those that it has. */
        MethodNotAllowed: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                /** @description The methods of this path (RFC 9110, 10.2.1). */
                Allow: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedEnvelope"];
            };
        };
        /** @description The request did not arrive in time: its headers within 10 s, all of it within 15 s. */
        RequestTimeout: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestTimeoutEnvelope"];
            };
        };
        /** @description The body is larger than 16 KiB. */
        BodyTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BodyTooLargeEnvelope"];
            };
        };
        /** @description The request target is longer than 2 KiB. */
        UriTooLong: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UriTooLongEnvelope"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /** @description The media type that this path accepts (Linked Data Platform 1.0, 7.1). */
                "Accept-Post": "application/json";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeEnvelope"];
            };
        };
        /** @description Too many requests; `Retry-After` says when to try again. */
        RateLimited: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedEnvelope"];
            };
        };
        /** @description The header block is larger than 16 KiB. */
        HeadersTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HeadersTooLargeEnvelope"];
            };
        };
        /** @description The service failed. Report `status.trace_id` to its operator. */
        InternalError: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorEnvelope"];
            };
        };
        /** @description The service is temporarily unavailable; `Retry-After` says when to try again. */
        Unavailable: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnavailableEnvelope"];
            };
        };
        /** @description The request has no access token, or one that is not valid. */
        TokenRefused: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                /** @description The challenge of every 401 (RFC 6750, 3). It has `error="invalid_token"` when the client sent a token, and no error when it sent none. */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenRefusedEnvelope"];
            };
        };
        /** @description The server cannot generate this key. `status.reason` says why. */
        KeyConflict: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyConflictEnvelope"];
            };
        };
        /** @description The server could not read the request. */
        MalformedRequest: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedRequestEnvelope"];
            };
        };
        /** @description None of the caller's keys has this id, or the service has no such path. */
        KeyNotFound: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyNotFoundEnvelope"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Responses contain secrets or refer to them, so caches must not store them (RFC 9111, 5.2.2.5).
         *     The value can contain other directives, such as `private`.
         */
        CacheControl: string;
        /** @description Stops browsers from guessing the content type. */
        XContentTypeOptions: "nosniff";
        /** @description How many requests you may still send in the current window (`r`), and in how many seconds it ends (`t`). Responses of the key operations have it once the server knows the caller and has a rate limit (draft-ietf-httpapi-ratelimit-headers-10). Each operation has its own limit, named in quotes. */
        RateLimit: string;
        /** @description The rate limit: how many requests you may send (`q`) in a window of how many seconds (`w`). A response has it whenever it has `RateLimit`. */
        RateLimitPolicy: string;
        /** @description The server closes the connection after this response, because it did not read the rest of the request. Gateways and HTTP/2 remove this header. */
        ConnectionClose: "close";
        /** @description How many seconds to wait before the next attempt (RFC 9110, 10.2.3). */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description You are logged in. Send the access token with the key operations. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["LoginRefused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    generateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new random value for each key that you want, such as a UUID: 1 to 255 printable ASCII characters, without spaces at either end. For 24 hours after the first request that succeeds, your requests with the same value and the same body return the same key; later they generate another one. Bodies with the same `description` are the same, and no body is the same as an empty `description`. With another body, the server returns 409 with the reason `idempotency_conflict`. If the key is revoked or has expired, or your password has changed since, it returns 409 with the reason `idempotency_key_spent`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The label of the new key. Without a body, the key has no label. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GenerateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key, or the same key again for a repeated request. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateApiKeyEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["TokenRefused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the key, from the response that contained the key. Any string is valid here except `generate`, which is another path. The server returns 404 if none of your keys has this id. Percent-encoding makes no difference to letters, digits and `-._~` (RFC 3986, 6.2.2.2): `%6B` is `k`. Percent-encoding that is not UTF-8 is malformed. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked, by this request or by an earlier one. Services no longer accept it. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeApiKeyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["TokenRefused"];
            404: components["responses"]["KeyNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
