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
         * Ask whether a key or a token is active
         * @description Answers for API keys and for access tokens (RFC 7662, 2). What is unknown, malformed, revoked, expired or belongs to a disabled account is answered alike, with `active: false` and nothing else. The answer is that of the moment: a key that was revoked before the question is never active.
         */
        post: operations["introspect"];
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
         * Ask whether the process is up
         * @description Answers as long as the process can answer at all. Restart it when this fails, and not when `/ready` does.
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
         * Ask whether the service can work
         * @description Whether requests should be sent here: the service is not stopping, and its store answers a read and takes its write lock, within a second. The answer names what fails.
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
         * @description Counts and times in the text format of Prometheus 0.0.4. No label holds an identity, an id, an address or anything else that a request brought. The credential is asked for, because counts of failed logins tell an attacker how the attack goes.
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
        /** @description The form of RFC 7662, 2.1. Other parameters are ignored (RFC 6749, 3.2); none may come twice. */
        IntrospectionRequest: {
            /**
             * @description The API key or access token that was shown.
             * @example aak_0000000000000000000000000000000000000000000000000
             */
            token: string;
            /**
             * @description Ignored, as a token tells its kind by its prefix.
             * @example access_token
             */
            token_type_hint?: string;
        };
        /** @description What is known of a token (RFC 7662, 2.2). */
        Introspection: components["schemas"]["ActiveApiKey"] | components["schemas"]["ActiveAccessToken"] | components["schemas"]["Inactive"];
        /** @description An API key that is good now. */
        ActiveApiKey: {
            /**
             * @example true
             * @constant
             */
            active: true;
            /**
             * @description Look at it before anything is allowed, since an access token is not meant for other services.
             * @example api_key
             * @constant
             */
            kind: "api_key";
            /**
             * @description How it is sent (RFC 6750).
             * @example Bearer
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description The id of the user that it speaks for.
             * @example usr_7Kq2mX9aB4cD1eF6gH8jLm
             */
            sub: string;
            /**
             * @description The id of the key, under which it is revoked.
             * @example key_9hT3vWx5Yz0aBcDeFgHiJk
             */
            id: string;
            /**
             * @description The label of the key, empty if it was given none.
             * @example Nightly build
             */
            description: string;
            /**
             * @description When it was made, in seconds since 1970.
             * @example 1767225600
             */
            iat: number;
            /**
             * @description When it ends, in seconds since 1970. A key without it does not end by itself.
             * @example 1767229200
             */
            exp?: number;
        };
        /** @description An access token that is good now. */
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
             * @description How it is sent (RFC 6750).
             * @example Bearer
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description The id of the user that it speaks for.
             * @example usr_7Kq2mX9aB4cD1eF6gH8jLm
             */
            sub: string;
            /**
             * @description When it was made, in seconds since 1970.
             * @example 1767225600
             */
            iat: number;
            /**
             * @description When it ends, in seconds since 1970. A key without it does not end by itself.
             * @example 1767229200
             */
            exp: number;
        };
        /** @description Not good, whatever the cause. */
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
        /** @description Whether the service can work, and what keeps it from it. */
        Readiness: {
            /**
             * @description Whether all checks are ok.
             * @example true
             */
            ready: boolean;
            /** @description Each thing that was looked at. */
            checks: {
                /** @description It fails from the moment that the service was told to stop. */
                accepting: components["schemas"]["Check"];
                /** @description The store answers a read. */
                store_read: components["schemas"]["Check"];
                /** @description The store lets a change begin. */
                store_write: components["schemas"]["Check"];
            };
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
            /** @description For `validation_failed`, each thing that is wrong. */
            errors?: components["schemas"]["Fault"][];
        };
        /** @description A place that is not as described. */
        Fault: {
            /**
             * @description Where, as a path.
             * @example /body/token
             */
            location: string;
            /**
             * @description The rule that is broken, by its name in JSON Schema.
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
        /** @description The request is not well-formed, or is not what this document describes. */
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
        /** @description No credential was sent, or a wrong one. */
        Unauthorized: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing at this path. */
        NotFound: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path does not know the method. */
        MethodNotAllowed: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
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
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body, the target or the headers are larger than is taken; the limits are those of the public listener. */
        TooLarge: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                Connection: components["headers"]["ConnectionClose"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not a form. */
        UnsupportedMediaType: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                "Accept-Post": components["headers"]["AcceptPost"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service has a bug; the log has it under the trace id. */
        InternalError: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The store does not answer now, so that nobody can tell whether the token is good. */
        Unavailable: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
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
        /** @description No answer is stored by caches (RFC 7662, 4). */
        CacheControl: "no-store";
        /** @description The content type is taken at its word. */
        XContentTypeOptions: "nosniff";
        /** @description The challenge that every 401 carries (RFC 6750, 3), with an error when a credential was sent. */
        Challenge: string;
        /** @description The methods that this path knows (RFC 9110, 10.2.1). */
        Allow: string;
        /** @description The media type that this path accepts. */
        AcceptPost: "application/x-www-form-urlencoded";
        /** @description The connection is closed after this answer, because the rest of the request was not read. */
        ConnectionClose: "close";
        /** @description Whole seconds to wait before the next try (RFC 9110, 10.2.3). */
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
                "application/x-www-form-urlencoded": components["schemas"]["IntrospectionRequest"];
            };
        };
        responses: {
            /** @description What is known of the token. */
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
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
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
