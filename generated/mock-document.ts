// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

export const mockDocument = {
  "paths": {
    "/v1/auth/login": {
      "post": {
        "operationId": "login",
        "security": [],
        "requestBody": {
          "content": {
            "application/json": {}
          }
        },
        "responses": {
          "200": {
            "plain_login": "PlainLogin",
            "mfa_login": "MfaLogin"
          },
          "400": {
            "malformed_request": "MalformedRequest",
            "validation_failed": "ValidationFailed"
          },
          "401": {
            "password_required": "PasswordRequired",
            "invalid_credentials": "InvalidCredentials",
            "otp_required": "OtpRequired",
            "otp_invalid": "OtpInvalid"
          },
          "404": {
            "not_found": "NotFound"
          },
          "405": {
            "method_not_allowed": "MethodNotAllowed"
          },
          "408": {
            "request_timeout": "RequestTimeout"
          },
          "413": {
            "body_too_large": "BodyTooLarge"
          },
          "414": {
            "uri_too_long": "UriTooLong"
          },
          "415": {
            "unsupported_media_type": "UnsupportedMediaType"
          },
          "429": {
            "rate_limited": "RateLimited"
          },
          "431": {
            "headers_too_large": "HeadersTooLarge"
          },
          "500": {
            "internal_error": "InternalError"
          },
          "503": {
            "unavailable": "Unavailable"
          }
        }
      }
    },
    "/v1/security/apikey/generate": {
      "post": {
        "operationId": "generateApiKey",
        "security": [
          {
            "AccessToken": []
          }
        ],
        "requestBody": {
          "content": {
            "application/json": {}
          }
        },
        "responses": {
          "200": {
            "labelled": "Labelled",
            "unlabelled": "Unlabelled"
          },
          "400": {
            "malformed_request": "MalformedRequest",
            "validation_failed": "ValidationFailed"
          },
          "401": {
            "token_missing": "TokenMissing",
            "token_invalid": "TokenInvalid"
          },
          "404": {
            "not_found": "NotFound"
          },
          "405": {
            "method_not_allowed": "MethodNotAllowed"
          },
          "408": {
            "request_timeout": "RequestTimeout"
          },
          "409": {
            "key_limit_reached": "KeyLimitReached"
          },
          "413": {
            "body_too_large": "BodyTooLarge"
          },
          "414": {
            "uri_too_long": "UriTooLong"
          },
          "415": {
            "unsupported_media_type": "UnsupportedMediaType"
          },
          "429": {
            "rate_limited": "RateLimited"
          },
          "431": {
            "headers_too_large": "HeadersTooLarge"
          },
          "500": {
            "internal_error": "InternalError"
          },
          "503": {
            "unavailable": "Unavailable"
          }
        }
      }
    },
    "/v1/security/apikey/{id}": {
      "delete": {
        "operationId": "revokeApiKey",
        "security": [
          {
            "AccessToken": []
          }
        ],
        "responses": {
          "200": {
            "revoked": "Revoked",
            "revoked_again": "RevokedAgain"
          },
          "400": {
            "malformed_request": "MalformedRequest"
          },
          "401": {
            "token_missing": "TokenMissing",
            "token_invalid": "TokenInvalid"
          },
          "404": {
            "key_not_found": "KeyNotFound",
            "not_found": "NotFound"
          },
          "405": {
            "method_not_allowed": "MethodNotAllowed"
          },
          "408": {
            "request_timeout": "RequestTimeout"
          },
          "413": {
            "body_too_large": "BodyTooLarge"
          },
          "414": {
            "uri_too_long": "UriTooLong"
          },
          "429": {
            "rate_limited": "RateLimited"
          },
          "431": {
            "headers_too_large": "HeadersTooLarge"
          },
          "500": {
            "internal_error": "InternalError"
          },
          "503": {
            "unavailable": "Unavailable"
          }
        }
      }
    }
  },
  "examples": {
    "PlainLogin": {
      "status": {
        "code": 200,
        "message": "OK",
        "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"
      },
      "data": {
        "access_token": "aat_GHPb2DhYDddw4xtO0yghV4f9vSbuiS0xXtnewpYcjPi4En2nf",
        "token_type": "Bearer",
        "expires_in": 3600,
        "me_id": "usr_5vN0cJt8aLq2ZkW7hXyPmE",
        "mfa_enabled": false,
        "nickname": "Ada"
      },
      "usage": {
        "latency_ms": 24
      }
    },
    "MfaLogin": {
      "status": {
        "code": 200,
        "message": "OK",
        "trace_id": "9d1c7a60e2f84b3795d06b1fa3c8e254"
      },
      "data": {
        "access_token": "aat_6iBQW2w4k8uvAURPwFKf4nnXgtmj3eBt1Fnvk8Zhyd92mQ5Tq",
        "token_type": "Bearer",
        "expires_in": 3600,
        "me_id": "usr_1gHs6RwQ4dTzUo9bKf3CnV",
        "mfa_enabled": true,
        "nickname": "Grace"
      },
      "usage": {
        "latency_ms": 25
      }
    },
    "MalformedRequest": {
      "status": {
        "code": 400,
        "message": "Malformed request",
        "reason": "malformed_request",
        "trace_id": "a069c5410264cc9d679bd8806391041b"
      }
    },
    "ValidationFailed": {
      "status": {
        "code": 400,
        "message": "Validation failed",
        "reason": "validation_failed",
        "trace_id": "180b13250d9cde4f32c7e611c95789db"
      },
      "data": {
        "errors": [
          {
            "location": "/body",
            "rule": "additionalProperties",
            "message": "must have no member that the contract does not know"
          }
        ]
      }
    },
    "PasswordRequired": {
      "status": {
        "code": 401,
        "message": "Password required",
        "reason": "password_required",
        "trace_id": "fd07908a43dbb9576f2fa327cf86b5e3"
      }
    },
    "InvalidCredentials": {
      "status": {
        "code": 401,
        "message": "Invalid credentials",
        "reason": "invalid_credentials",
        "trace_id": "3121e825c13ba377fb5adb741201c401"
      }
    },
    "OtpRequired": {
      "status": {
        "code": 401,
        "message": "One-time code required",
        "reason": "otp_required",
        "trace_id": "41d9748fe599505f48a2a02b8ae6a365"
      }
    },
    "OtpInvalid": {
      "status": {
        "code": 401,
        "message": "Invalid one-time code",
        "reason": "otp_invalid",
        "trace_id": "1ef5c9cef88d73e731e0ec403a5d5afb"
      }
    },
    "NotFound": {
      "status": {
        "code": 404,
        "message": "Not found",
        "reason": "not_found",
        "trace_id": "38c300f4fc9ce8a77aad4a30de05cad8"
      }
    },
    "MethodNotAllowed": {
      "status": {
        "code": 405,
        "message": "Method not allowed",
        "reason": "method_not_allowed",
        "trace_id": "8ba68fee5542f5fd071aed140c39bd8e"
      }
    },
    "RequestTimeout": {
      "status": {
        "code": 408,
        "message": "Request timed out",
        "reason": "request_timeout",
        "trace_id": "3632c2e4e6225d4d9fcd2a6fd2c65048"
      }
    },
    "BodyTooLarge": {
      "status": {
        "code": 413,
        "message": "Request body too large",
        "reason": "body_too_large",
        "trace_id": "de0dab47e83b51fee03d50233ee51c94"
      }
    },
    "UriTooLong": {
      "status": {
        "code": 414,
        "message": "URI too long",
        "reason": "uri_too_long",
        "trace_id": "f72866c1bbf28a47b9bb1c8846e03313"
      }
    },
    "UnsupportedMediaType": {
      "status": {
        "code": 415,
        "message": "Unsupported media type",
        "reason": "unsupported_media_type",
        "trace_id": "a3219a6843adbb23de79b4df9c307f5d"
      }
    },
    "RateLimited": {
      "status": {
        "code": 429,
        "message": "Too many requests",
        "reason": "rate_limited",
        "trace_id": "50ef7598e6d8e1f977ea8b4687079cbf"
      }
    },
    "HeadersTooLarge": {
      "status": {
        "code": 431,
        "message": "Request headers too large",
        "reason": "headers_too_large",
        "trace_id": "286bd75cc34708b988157e0200c06a13"
      }
    },
    "InternalError": {
      "status": {
        "code": 500,
        "message": "Internal error",
        "reason": "internal_error",
        "trace_id": "8462b58246e70e5c83e5b939a9332cb5"
      }
    },
    "Unavailable": {
      "status": {
        "code": 503,
        "message": "Service unavailable",
        "reason": "unavailable",
        "trace_id": "453e6aa38d87b28ccae545967c53004f"
      }
    },
    "Labelled": {
      "status": {
        "code": 200,
        "message": "OK",
        "trace_id": "0af7651916cd43dd8448eb211c80319c"
      },
      "data": {
        "id": "key_3kTzQ0p9mW5bVc7Xr1LsYd",
        "api_key": "aak_IiRo735F3lqptMbOCTcvHy63OJ6hpztMynGTXiXxLHW4geg2E",
        "note": "This is a root-level key. It is shown once: store it now.",
        "description": "Nightly build",
        "created_at": "2026-11-21T09:30:00.000Z",
        "key_prefix": "aak_IiRo735F"
      },
      "usage": {
        "latency_ms": 6
      }
    },
    "Unlabelled": {
      "status": {
        "code": 200,
        "message": "OK",
        "trace_id": "c2e9a4517d3f4b0c86a5d17e90b3f86d"
      },
      "data": {
        "id": "key_8nHf2Jq6uRzE4tGy0AwKxB",
        "api_key": "aak_ARkpAaFZrXQSrClrsrIuEyrOB6yCZsLFLbZLiJCrm4j2TU2YS",
        "note": "This is a root-level key. It is shown once: store it now.",
        "description": "",
        "created_at": "2026-11-21T09:31:00.000Z",
        "key_prefix": "aak_ARkpAaFZ"
      },
      "usage": {
        "latency_ms": 6
      }
    },
    "TokenMissing": {
      "status": {
        "code": 401,
        "message": "Authentication required",
        "reason": "token_missing",
        "trace_id": "28d9288ad941adcb0da92d7bb8adb4be"
      }
    },
    "TokenInvalid": {
      "status": {
        "code": 401,
        "message": "Invalid access token",
        "reason": "token_invalid",
        "trace_id": "08342d9e48c2d89c93276a8592dbebce"
      }
    },
    "KeyLimitReached": {
      "status": {
        "code": 409,
        "message": "API key limit reached",
        "reason": "key_limit_reached",
        "trace_id": "2d547bc799aa7b9372582302ee31b3f4"
      }
    },
    "Revoked": {
      "status": {
        "code": 200,
        "message": "OK",
        "trace_id": "7be1f8c05a924d6cb3f40e2d91a86c57"
      },
      "data": {
        "message": "API key revoked",
        "id": "key_3kTzQ0p9mW5bVc7Xr1LsYd",
        "revoked_at": "2026-11-21T09:45:00.000Z"
      },
      "usage": {
        "latency_ms": 5
      }
    },
    "RevokedAgain": {
      "status": {
        "code": 200,
        "message": "OK",
        "trace_id": "e40d2b97c8f1463fa5b60d7c31e9824a"
      },
      "data": {
        "message": "API key revoked",
        "id": "key_8nHf2Jq6uRzE4tGy0AwKxB",
        "revoked_at": "2026-11-21T09:40:00.000Z"
      },
      "usage": {
        "latency_ms": 3
      }
    },
    "KeyNotFound": {
      "status": {
        "code": 404,
        "message": "API key not found",
        "reason": "key_not_found",
        "trace_id": "a645e4cfc8d16be330607ad52aec5f98"
      }
    }
  },
  "secrets": [
    "password",
    "otp",
    "access_token",
    "api_key"
  ]
};
