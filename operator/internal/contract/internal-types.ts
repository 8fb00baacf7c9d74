// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

export interface paths {
    "/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Introspect a key or a token
         * @description Introspects API keys and access tokens (RFC 7662, 2). A token that is unknown, malformed, revoked, expired or of a disabled account gets the same response, with only `active: false`. A key that this process revoked before the request is never active. What another process ends, such as a command or another node, takes effect within `internal.cacheMs`, a second by default. To check several at once, call `introspectMany`.
         */
        post: operations["introspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/introspect-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Introspect several keys and tokens
         * @description Introspects up to 100 API keys and access tokens at once, as `introspect` does. It takes a fraction of the time of as many requests.
         */
        post: operations["introspectMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is up
         * @description Returns 200 as long as the process can respond at all. Restart it when this fails, and not when `/ready` does.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is ready
         * @description Whether to send requests here: the service is not stopping, and within a second its store returns a read and writes a row. The response names what fails, and why.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics
         * @description Counts and times in the text format of Prometheus 0.0.4. No label contains an identity, an id, an address or anything else from a request. The credential is required, because counts of failed logins would show an attacker how an attack goes.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The form of RFC 7662, 2.1. Other parameters are ignored (RFC 6749, 3.2). A parameter must not repeat. */
        IntrospectionRequest: {
            /**
             * @description The API key or access token to check.
             * @example aak_0000000000000000000000000000000000000000000000000
             */
            token: string;
            /**
             * @description Ignored, because the prefix of a token shows its kind.
             * @example access_token
             */
            token_type_hint?: string;
        };
        /** @description Several tokens to check. Other fields are ignored. */
        IntrospectionsRequest: {
            /** @description API keys or access tokens. */
            tokens: string[];
        };
        /** @description What the service knows about several tokens. */
        Introspections: {
            /** @description One result per token, in the order of the request. */
            results: components["schemas"]["Introspection"][];
        };
        /** @description What the service knows about a token (RFC 7662, 2.2). */
        Introspection: components["schemas"]["ActiveApiKey"] | components["schemas"]["ActiveAccessToken"] | components["schemas"]["Inactive"];
        /** @description An active API key. */
        ActiveApiKey: {
            /**
             * @example true
             * @constant
             */
            active: true;
            /**
             * @description Check it before you allow anything: an access token is not meant for other services.
             * @example api_key
             * @constant
             */
            kind: "api_key";
            /**
             * @description The type of the token (RFC 6750).
             * @example Bearer
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description The id of the user who owns it.
             * @example usr_7Kq2mX9aB4cD1eF6gH8jLm
             */
            sub: string;
            /**
             * @description The id of the key, which is needed to revoke it.
             * @example key_9hT3vWx5Yz0aBcDeFgHiJk
             */
            id: string;
            /**
             * @description The label of the key; empty if it has none.
             * @example Nightly build
             */
            description: string;
            /**
             * @description When it was created, in seconds since 1970.
             * @example 1767225600
             */
            iat: number;
            /**
             * @description When it expires, in seconds since 1970. A key without it does not expire.
             * @example 1767229200
             */
            exp?: number;
        };
        /** @description An active access token. */
        ActiveAccessToken: {
            /**
             * @example true
             * @constant
             */
            active: true;
            /**
             * @example access_token
             * @constant
             */
            kind: "access_token";
            /**
             * @description The type of the token (RFC 6750).
             * @example Bearer
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description The id of the user who owns it.
             * @example usr_7Kq2mX9aB4cD1eF6gH8jLm
             */
            sub: string;
            /**
             * @description When it was created, in seconds since 1970.
             * @example 1767225600
             */
            iat: number;
            /**
             * @description When it expires, in seconds since 1970. A key without it does not expire.
             * @example 1767229200
             */
            exp: number;
        };
        /** @description Not active, whatever the cause. */
        Inactive: {
            /**
             * @example false
             * @constant
             */
            active: false;
        };
        /** @description That the process is up. */
        Liveness: {
            /**
             * @example true
             * @constant
             */
            live: true;
        };
        /** @description Whether the service can work, and what prevents it. */
        Readiness: {
            /**
             * @description Whether all checks are ok.
             * @example true
             */
            ready: boolean;
            /** @description The outcome of each check. */
            checks: {
                /** @description It fails as soon as the service is stopping. */
                accepting: components["schemas"]["Check"];
                /** @description The service can read from the store. */
                store_read: components["schemas"]["Check"];
                /** @description The service can write to the store. */
                store_write: components["schemas"]["Check"];
            };
            /**
             * @description Why the store does not work, for the operator. Absent when it works. The log has it too.
             * @example the database cannot be used: its disk is full
             */
            reason?: string;
        };
        /**
         * @description The outcome of a check.
         * @example ok
         * @enum {string}
         */
        Check: "ok" | "failed";
        /** @description Problem details (RFC 9457), of the type `about:blank`. Nothing in them comes from the request. */
        Problem: {
            /**
             * @description The phrase of the status.
             * @example Unauthorized
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 401
             */
            status: number;
            /**
             * @description What is wrong, for people.
             * @example Wrong credential
             */
            detail: string;
            /**
             * @description What is wrong, for programs.
             * @example token_invalid
             * @enum {string}
             */
            reason: "malformed_request" | "validation_failed" | "token_missing" | "token_invalid" | "not_found" | "method_not_allowed" | "request_timeout" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "headers_too_large" | "internal_error" | "unavailable";
            /**
             * @description The id of the request in the log, as in the public contract.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            trace_id: string;
            /** @description For `validation_failed`, each error in the request. */
            errors?: components["schemas"]["ValidationError"][];
        };
        /** @description An error in the request. */
        ValidationError: {
            /**
             * @description Where the error is, as a path.
             * @example /body/token
             */
            location: string;
            /**
             * @description The rule that the value does not match, by its name in JSON Schema.
             * @example required
             */
            rule: string;
            /**
             * @description The rule in words.
             * @example must have required property 'token'
             */
            message: string;
        };
    };
    responses: {
        /** @description The request is malformed, or does not match this document. */
        BadRequest: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request has no credential, or a wrong one. */
        Unauthorized: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "Wrong credential",
                 *       "reason": "token_invalid",
                 *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The listener has no such path. */
        NotFound: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "Not found",
                 *       "reason": "not_found",
                 *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path has no such method. */
        MethodNotAllowed: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Method Not Allowed",
                 *       "status": 405,
                 *       "detail": "Method not allowed",
                 *       "reason": "method_not_allowed",
                 *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Request Timeout",
                 *       "status": 408,
                 *       "detail": "Request timed out",
                 *       "reason": "request_timeout",
                 *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body, the target or the headers are too large; the limits are those of the public listener. */
        TooLarge: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Payload Too Large",
                 *       "status": 413,
                 *       "detail": "Request body too large",
                 *       "reason": "body_too_large",
                 *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not of the type that `Accept-Post` names. */
        UnsupportedMediaType: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                "Accept-Post": components["headers"]["AcceptPost"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "Unsupported media type",
                 *       "reason": "unsupported_media_type",
                 *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service has a bug; the log has the details under the trace id. */
        InternalError: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Internal Server Error",
                 *       "status": 500,
                 *       "detail": "Internal error",
                 *       "reason": "internal_error",
                 *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The store is unavailable, so the service cannot check the token. */
        Unavailable: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Service Unavailable",
                 *       "status": 503,
                 *       "detail": "Service unavailable",
                 *       "reason": "unavailable",
                 *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Send requests elsewhere; `checks` names what fails. */
        NotReady: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Readiness"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Caches must not store the response (RFC 7662, 4). */
        CacheControl: "no-store";
        /** @description Browsers must not guess another content type. */
        XContentTypeOptions: "nosniff";
        /** @description The challenge of every 401 (RFC 6750, 3), with an error when the client sent a credential. */
        Challenge: string;
        /** @description The methods of this path (RFC 9110, 10.2.1). */
        Allow: string;
        /** @description The media type that this path accepts. */
        AcceptPost: "application/x-www-form-urlencoded" | "application/json";
        /** @description The server closes the connection after this response, because it did not read the rest of the request. */
        ConnectionClose: "close";
        /** @description How many seconds to wait before the next attempt (RFC 9110, 10.2.3). */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    introspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "aak_0000000000000000000000000000000000000000000000000"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["IntrospectionRequest"];
            };
        };
        responses: {
            /** @description What the service knows about the token. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Introspection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            414: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["TooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    introspectMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokens": [
                 *         "aak_0000000000000000000000000000000000000000000000000",
                 *         "aak_1111111111111111111111111111111111111111111111111"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["IntrospectionsRequest"];
            };
        };
        responses: {
            /** @description What the service knows about each token. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "active": true,
                     *           "kind": "api_key",
                     *           "token_type": "Bearer",
                     *           "sub": "usr_7Kq2mX9aB4cD1eF6gH8jLm",
                     *           "id": "key_9hT3vWx5Yz0aBcDeFgHiJk",
                     *           "description": "Nightly build",
                     *           "iat": 1767225600
                     *         },
                     *         {
                     *           "active": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Introspections"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            414: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["TooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is up. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "live": true
                     *     }
                     */
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            414: components["responses"]["TooLarge"];
            431: components["responses"]["TooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything works. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ready": true,
                     *       "checks": {
                     *         "accepting": "ok",
                     *         "store_read": "ok",
                     *         "store_write": "ok"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            414: components["responses"]["TooLarge"];
            431: components["responses"]["TooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # TYPE account_access_passwords_waiting gauge
                     *     account_access_passwords_waiting 0
                     */
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            414: components["responses"]["TooLarge"];
            431: components["responses"]["TooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
}
