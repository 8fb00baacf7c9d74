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
         * @description Authenticates a user and returns an access token for the key operations. Send the identity and the password. When the response is 401 with the reason `otp_required`, send the same request again with a one-time code or a recovery code in `otp`. An unknown identity, a wrong password and a disabled account get the same response. A wrong password never consumes a code, and each code works once.
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
         * @description Generates a root-level API key for the caller. The key is a secret and only this response contains it: store it now, and keep `id`, which you need to revoke it. The body is required; `{}` is enough. Each success generates another key, so do not blindly retry a request whose response was lost.
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
         * @description Revokes one of the caller's keys permanently. Revoking a key again returns 200 with the time of the first revocation, so you can safely retry a request whose response was lost. A key of another user gets the same response as a key that does not exist. A request body is ignored.
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
        /** @description The envelope of every response. Responses are open: clients ignore fields that they do not know. */
        ResponseEnvelope: {
            /** @description Outcome of the call. */
            status: {
                /**
                 * @description Result code; 200 on success.
                 * @example 200
                 */
                code: number;
                /**
                 * @description Short text for the result; "OK" on success.
                 * @example OK
                 */
                message: string;
                /**
                 * @description Identifier of the request for tracing.
                 * @example 4bf92f3577b34da6a3ce929d0e0e4736
                 */
                trace_id: string;
            };
            /** @description Payload of the operation; its shape depends on the operation. */
            data?: Record<string, unknown>;
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The credentials of a user. Unknown fields are rejected, so that a misspelt field is never silently ignored. */
        LoginRequest: {
            /**
             * @description Identity of the user, in the style of an e-mail address: one `@`, not at either end, without white space or control characters. The server compares identities in Unicode normalisation form C and lower case.
             * @example ada@example.com
             */
            identity: string;
            /**
             * @description Password of the user, used exactly as received. Without it the server returns 401 with the reason `password_required`. Lengths are counted in code points.
             * @example correct horse battery staple
             */
            password?: string;
            /**
             * @description One-time code (RFC 6238, six digits) or recovery code of a user with multi-factor authentication. Ignored for other users.
             * @example 492039
             */
            otp?: string;
        };
        /**
         * @description Identifier of the request for tracing: 32 lower-case hexadecimal digits, not all zero, new for each request. When the request has a valid `traceparent` header (W3C Trace Context), it is the trace-id of that header.
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
             * @description Token for use as a bearer credential on the key operations. It is opaque: do not parse it. It stops working when it expires, when the password or the multi-factor setting changes, and when the account is disabled or deleted.
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
        LoginResponse: {
            status: components["schemas"]["SuccessStatus"];
            data: components["schemas"]["LoginResult"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /**
         * @description Name of the failure, for programs. Later versions of v1 may add names: handle one that you do not know by its code.
         * @example key_not_found
         * @enum {string}
         */
        Reason: "malformed_request" | "validation_failed" | "password_required" | "invalid_credentials" | "otp_required" | "otp_invalid" | "token_missing" | "token_invalid" | "not_found" | "key_not_found" | "method_not_allowed" | "request_timeout" | "key_limit_reached" | "body_too_large" | "uri_too_long" | "headers_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable";
        /** @description Outcome of a call that failed. */
        FailureStatus: {
            /**
             * @description Result code; the same number as the HTTP status.
             * @example 404
             */
            code: number;
            /**
             * @description Short text for the result, one per reason.
             * @example API key not found
             * @enum {string}
             */
            message: "Malformed request" | "Validation failed" | "Password required" | "Invalid credentials" | "One-time code required" | "Invalid one-time code" | "Authentication required" | "Invalid access token" | "Not found" | "API key not found" | "Method not allowed" | "Request timed out" | "API key limit reached" | "Request body too large" | "URI too long" | "Request headers too large" | "Unsupported media type" | "Too many requests" | "Internal error" | "Service unavailable";
            reason?: components["schemas"]["Reason"];
            trace_id: components["schemas"]["TraceId"];
        };
        /** @description One error in a request. */
        ValidationError: {
            /**
             * @description JSON Pointer (RFC 6901) to the invalid value, starting with the part of the request.
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
            /** @description Every error in the request, with its location. It never contains the values that the client sent. */
            errors: components["schemas"]["ValidationError"][];
        };
        /** @description The envelope of a request that does not match the contract. `data` lists the invalid fields of a readable request. */
        BadRequestResponse: {
            status: components["schemas"]["FailureStatus"];
            data?: components["schemas"]["ValidationErrors"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The envelope of a failure. It has no payload. */
        FailureResponse: {
            status: components["schemas"]["FailureStatus"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
        /** @description The label of the new key. Unknown fields are rejected. */
        GenerateApiKeyRequest: {
            /**
             * @description Free-text label for the key, without control characters. Lengths are counted in code points.
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
             * @description The new root-level key. No later response contains it.
             * @example aak_IiRo735F3lqptMbOCTcvHy63OJ6hpztMynGTXiXxLHW4geg2E
             */
            api_key: string;
            /**
             * @description Explanatory text about the key, for people.
             * @example This is a root-level key. It is shown once: store it now.
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
        GenerateApiKeyResponse: {
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
        RevokeApiKeyResponse: {
            status: components["schemas"]["SuccessStatus"];
            data: components["schemas"]["RevokeApiKeyResult"];
            output?: components["schemas"]["Output"];
            usage?: components["schemas"]["Usage"];
        };
    };
    responses: {
        /** @description The server could not read the request, or the request does not match the contract. */
        BadRequest: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestResponse"];
            };
        };
        /** @description The server could not authenticate the caller. `status.reason` says what to send next. */
        LoginRefused: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                /** @description The challenge of every 401 (RFC 9110, 11.6.1). Send the credentials of a login in its body. */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
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
                "application/json": components["schemas"]["FailureResponse"];
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
                "application/json": components["schemas"]["FailureResponse"];
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
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The body is larger than 16 KiB. */
        BodyTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
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
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                /** @description The media type that this path accepts (Linked Data Platform 1.0, 7.1). */
                "Accept-Post": "application/json";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description Too many requests; `Retry-After` says when to try again. */
        RateLimited: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
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
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The service failed. Report `status.trace_id` to its operator. */
        InternalError: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The service is temporarily unavailable; `Retry-After` says when to try again. */
        Unavailable: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
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
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The caller has 100 active keys and must revoke one first. */
        KeyLimitReached: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The server could not read the request. */
        MalformedRequest: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description None of the caller's keys has this id, or the service has no such path. */
        KeyNotFound: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Responses contain secrets or refer to them, so caches must not store them (RFC 9111, 5.2.2.5). */
        CacheControl: "no-store";
        /** @description Browsers must not guess another content type. */
        XContentTypeOptions: "nosniff";
        /** @description The server closes the connection after this response, because it did not read the rest of the request. */
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
            /** @description Logged in; the access token is for the key operations. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key. No later response contains it. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateApiKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["TokenRefused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["KeyLimitReached"];
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
                /** @description The `id` from the response to key generation. Any string is valid here; one that is not the id of one of the caller's keys returns 404. A percent-encoded unreserved character is that character (RFC 3986, 6.2.2.2). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked, by this request or by an earlier one. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeApiKeyResponse"];
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
