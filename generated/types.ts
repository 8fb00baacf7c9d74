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
         * @description Generates a root-level API key. Store `api_key` now, because it is a secret, and `id`, which you need to revoke the key. The body is optional. If you never receive the response, send the request again with the same `Idempotency-Key` within 24 hours: you get the same key. The service keeps only a hash of the key and, with an `Idempotency-Key`, for 24 hours the encrypted response.
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
        /** @description The credentials of a user. */
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
         * @description Identifier of the request for tracing, new for every request. When the request has a valid `traceparent` header (W3C Trace Context), the server logs both ids.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        TraceId: string;
        /** @description Outcome of a call that failed. */
        FailureStatus: {
            /**
             * @description Result code; the same number as the HTTP status.
             * @example 409
             */
            code: number;
            /**
             * @description Short text about the failure, for people. Programs read `reason`, because this text may change.
             * @example API key limit reached
             */
            message: string;
            /**
             * @description Name of the failure, for programs. Each response lists the names that it can have; later versions of v1 may add some.
             * @example key_limit_reached
             */
            reason: string;
            trace_id: components["schemas"]["TraceId"];
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
        /** @description The envelope of a failure. */
        Failure: {
            status: components["schemas"]["FailureStatus"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
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
             * @description Bearer credential for the key operations. It is opaque: do not parse it. It is valid until it expires, the password or the multi-factor setting changes, the account is disabled or deleted, an operator ends its sessions, or the user has logged in 20 more times.
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
        /** @description The envelope around the payload of a login. */
        LoginEnvelope: {
            status: components["schemas"]["SuccessStatus"];
            data: components["schemas"]["LoginResult"];
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
             * @example must match: one `@`, not at either end, without spaces, control or bidirectional characters
             */
            message: string;
        };
        /** @description The invalid fields. Only a failure with reason `validation_failed` has it. */
        ValidationErrors: {
            /** @description The invalid fields of the request. An error never contains the value that the client sent. */
            errors: components["schemas"]["ValidationError"][];
        };
        /** @description The envelope of a failure that can name the invalid fields of the request. */
        ValidationFailure: {
            status: components["schemas"]["FailureStatus"];
            data?: components["schemas"]["ValidationErrors"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The label of the new key. Unknown fields are rejected. */
        GenerateApiKeyRequest: {
            /**
             * @description Free-text label for the key: no control, bidirectional or line separator characters. Lengths are counted in code points.
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
             * @description The new root-level key, a secret. Store it now: only a repeated request with the same `Idempotency-Key` shows it again.
             * @example aak_IiRo735F3lqptMbOCTcvHy63OJ6hpztMynGTXiXxLHW4geg2E
             */
            api_key: string;
            /**
             * @description Explanatory text about the key, for people.
             * @example This is a root-level key. Store it now, as carefully as a password.
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
    };
    responses: {
        /** @description The server rejected the request before it knew the operation or read the body. */
        Rejected: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                /** @description The methods of this path (RFC 9110, 10.2.1), with 405. */
                Allow?: string;
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server could not read the body, or it does not match the contract. Fix the fields listed in `data.errors`. */
        BadRequest: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailure"];
            };
        };
        /** @description The server could not authenticate the caller. `status.reason` says what to send next. */
        LoginRefused: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                /** @description The challenge of every 401 (RFC 9110, 11.6.1). No registered scheme reads credentials from a JSON body, so this one has a name of its own, for which browsers ask nothing. */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                /** @description The media type that this path accepts (Linked Data Platform 1.0, 7.1). */
                "Accept-Post": "application/json";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many requests; `Retry-After` says when to try again. */
        RateLimited: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The service failed. Report `status.trace_id` to its operator. */
        InternalError: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The service is temporarily unavailable; `Retry-After` says when to try again. */
        Unavailable: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request has no access token, or one that is not valid. */
        TokenRefused: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                /** @description The challenge of every 401 (RFC 6750, 3). It has `error="invalid_token"` when the client sent a token, and no error when it sent none. */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server cannot generate this key. `status.reason` says why. */
        KeyConflict: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description None of the caller's keys has this id. */
        KeyNotFound: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Responses contain secrets or refer to them, so caches must not store them (RFC 9111, 5.2.2.5).
         *     The value can contain other directives, such as `private`. Responses also have `X-Content-Type-Options: nosniff`.
         */
        CacheControl: string;
        /** @description `close` where the server did not read the rest of the request: after 408, 413, 414 and 431. Gateways and HTTP/2 remove it. */
        ConnectionClose: string;
        /** @description How many seconds to wait before the next attempt (RFC 9110, 10.2.3). */
        RetryAfter: number;
        /** @description How many requests you may still send in the current window (`r`), and in how many seconds it ends (`t`) (draft-ietf-httpapi-ratelimit-headers-10). All responses of the key operations have it once the server knows the caller and has a rate limit. */
        RateLimit: string;
        /** @description The rate limit: how many requests you may send (`q`) in a window of how many seconds (`w`). */
        RateLimitPolicy: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["LoginRefused"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Rejected"];
        };
    };
    generateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new random value for each key that you want, such as a UUID: 1 to 255 printable ASCII characters, without spaces at either end. For 24 hours, your requests with the same value and the same `description` return the same key. No `description` is the same as an empty one. With a different `description` the server returns 409 with the reason `idempotency_conflict`. If since then the key was revoked, your password or multi-factor authentication changed, your account was disabled, or an operator ended its sessions, it returns 409 with the reason `idempotency_key_spent`. */
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
                    /** @description `true` when an earlier request with this `Idempotency-Key` generated the key. Absent otherwise. */
                    "Idempotency-Replayed"?: string;
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
            409: components["responses"]["KeyConflict"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Rejected"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the key, from the response that contained the key. Any string is valid here except `generate`, which is another path. Percent-encoding makes no difference to letters, digits and `-._~`. Percent-encoding that is not UTF-8 is malformed. */
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeApiKeyEnvelope"];
                };
            };
            401: components["responses"]["TokenRefused"];
            404: components["responses"]["KeyNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Rejected"];
        };
    };
}
