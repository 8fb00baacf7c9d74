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
         * @description Proves who the caller is and answers with an access token for the key operations. Send the identity and the password; when the answer is 401 with reason `otp_required`, send the same again with a one-time code or a recovery code in `otp`. An unknown identity, a wrong password and a disabled account are answered alike. A wrong password never consumes a code, and each code works once.
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
         * @description Generates a root-level API key for the caller. The key is a secret and is shown in this answer alone: store it at once, and keep `id`, by which it is revoked. The body is required; `{}` will do. Do not send a request again blindly after a lost answer, since each success is another key.
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
         * @description Revokes one of the caller's keys, for good. Revoking a key again answers 200 with the time of the first revocation, so a request whose answer was lost may be sent again. A key of somebody else is answered like one that does not exist. A body is ignored.
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
        /** @description What every answer is. Answers are open: a client ignores members that it does not know. */
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
        /** @description Who logs in, and the proof. An unknown member is refused, so that a misspelt one is not ignored in silence. */
        LoginRequest: {
            /**
             * @description Identity of the user, e-mail-style: one `@`, not at either end, and no white space or control characters. Compared in Unicode normalisation form C and lower case.
             * @example ada@example.com
             */
            identity: string;
            /**
             * @description Password of the user, used exactly as received. Without it the answer is 401 with reason `password_required`. Lengths are counted in code points.
             * @example correct horse battery staple
             */
            password?: string;
            /**
             * @description One-time code (RFC 6238, six digits) or recovery code of a user with multi-factor authentication. Ignored for a user without.
             * @example 492039
             */
            otp?: string;
        };
        /**
         * @description Identifier of the request for tracing: 32 lower-case hexadecimal digits, not all zero, new for each request. A valid `traceparent` header (W3C Trace Context) lends its trace-id.
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
             * @description Token for use as a bearer credential on the key operations. Opaque: read nothing from it. It ends when it expires, when the password or the multi-factor setting changes, and when the account is disabled or deleted.
             * @example aat_GHPb2DhYDddw4xtO0yghV4f9vSbuiS0xXtnewpYcjPi4En2nf
             */
            access_token: string;
            /**
             * @description How the token is sent (RFC 6749, 5.1).
             * @example Bearer
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description Seconds until the token expires (RFC 6749, 5.1). Use does not prolong it.
             * @example 3600
             */
            expires_in: number;
            /**
             * @description Identifier of the authenticated user. Stable, and never given to another user.
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
        /** @description Usage information. Sent on success only, because on a failure its precision would help to guess secrets. */
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
         * @description Name of the failure, for programs. Later versions of v1 may add names: treat one that you do not know by its code.
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
             * @description Short text for the result, one a reason.
             * @example API key not found
             * @enum {string}
             */
            message: "Malformed request" | "Validation failed" | "Password required" | "Invalid credentials" | "One-time code required" | "Invalid one-time code" | "Authentication required" | "Invalid access token" | "Not found" | "API key not found" | "Method not allowed" | "Request timed out" | "API key limit reached" | "Request body too large" | "URI too long" | "Request headers too large" | "Unsupported media type" | "Too many requests" | "Internal error" | "Service unavailable";
            reason?: components["schemas"]["Reason"];
            trace_id: components["schemas"]["TraceId"];
        };
        /** @description One fault of a request. */
        ValidationError: {
            /**
             * @description JSON Pointer (RFC 6901) to the faulty value, beginning with the part of the request.
             * @example /body/identity
             */
            location: string;
            /**
             * @description The keyword of the contract's schema that the value breaks.
             * @example pattern
             */
            rule: string;
            /**
             * @description What the contract asks for, for people.
             * @example must have the form that the contract describes
             */
            message: string;
        };
        /** @description Payload of a failure with reason `validation_failed`. */
        ValidationErrors: {
            /** @description Every fault found, each at its place. The values that were sent are not repeated. */
            errors: components["schemas"]["ValidationError"][];
        };
        /** @description The envelope of a request that the contract refuses, with what is wrong where a request was readable. */
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
        /** @description The label of the key to generate. An unknown member is refused. */
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
             * @description Identifier by which the key is revoked. Not a secret.
             * @example key_3kTzQ0p9mW5bVc7Xr1LsYd
             */
            id: string;
            /**
             * @description The newly generated root-level key. It is shown in this answer and never again.
             * @example aak_IiRo735F3lqptMbOCTcvHy63OJ6hpztMynGTXiXxLHW4geg2E
             */
            api_key: string;
            /**
             * @description What to know about the key, for people.
             * @example This is a root-level key. It is shown once: store it now.
             */
            note: string;
            /**
             * @description The label that was sent; empty when none was.
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
             * @description The first 12 characters of the key, to recognise it by.
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
        /** @description The request could not be read, or is not what the contract asks for. */
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
        /** @description The caller did not prove who they are. `status.reason` says what to send next. */
        LoginRefused: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                /** @description The challenge that every 401 carries (RFC 9110, 11.6.1). Credentials of a login go into its body. */
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
        /** @description The path knows other methods; they are in `Allow`. */
        MethodNotAllowed: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                /** @description The methods that this path knows (RFC 9110, 10.2.1). */
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
        /** @description The service failed. Give `status.trace_id` to its operator. */
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
        /** @description The service cannot answer now; `Retry-After` says when to try again. */
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
        /** @description There is no access token, or it is not valid (any more). */
        TokenRefused: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                /** @description The challenge that every 401 carries (RFC 6750, 3). It has `error="invalid_token"` when a token was sent, and no error when none was. */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The caller has 100 active keys; revoke one first. */
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
        /** @description The request could not be read. */
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
        /** @description No key of the caller's has this id, or the service has no such path. */
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
        /** @description Answers carry secrets or speak of them and are never stored by caches (RFC 9111, 5.2.2.5). */
        CacheControl: "no-store";
        /** @description Browsers take the content type at its word. */
        XContentTypeOptions: "nosniff";
        /** @description The connection is closed after this answer, because the rest of the request was not read. */
        ConnectionClose: "close";
        /** @description Whole seconds to wait before the next try (RFC 9110, 10.2.3). */
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
            /** @description The key, shown this once. */
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
                /** @description The `id` that generation answered. Any string is legal here; one that names no key of the caller's is 404. A percent-encoded unreserved character is that character (RFC 3986, 6.2.2.2). */
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
