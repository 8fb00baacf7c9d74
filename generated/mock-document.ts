// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

export const mockDocument = {
  "paths": {
    "/v1/auth/login": {
      "post": {
        "operationId": "login",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {}
          }
        },
        "responses": {
          "200": {
            "plain_login": "plain_login",
            "mfa_login": "mfa_login"
          },
          "400": {
            "malformed_request": "malformed_request",
            "validation_failed": "validation_failed"
          },
          "401": {
            "password_required": "password_required",
            "invalid_credentials": "invalid_credentials",
            "otp_required": "otp_required",
            "otp_invalid": "otp_invalid"
          },
          "415": {
            "unsupported_media_type": "unsupported_media_type"
          },
          "429": {
            "rate_limited": "rate_limited"
          },
          "500": {
            "internal_error": "internal_error"
          },
          "503": {
            "unavailable": "unavailable"
          },
          "default": {
            "malformed_request": "malformed_request",
            "not_found": "not_found",
            "method_not_allowed": "method_not_allowed",
            "request_timeout": "request_timeout",
            "body_too_large": "body_too_large",
            "uri_too_long": "uri_too_long",
            "headers_too_large": "headers_too_large",
            "method_not_implemented": "method_not_implemented"
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
          "required": false,
          "content": {
            "application/json": {}
          }
        },
        "responses": {
          "200": {
            "labelled": "labelled",
            "unlabelled": "unlabelled"
          },
          "400": {
            "malformed_request": "malformed_request",
            "validation_failed": "validation_failed"
          },
          "401": {
            "token_missing": "token_missing",
            "token_invalid": "token_invalid"
          },
          "409": {
            "key_limit_reached": "key_limit_reached",
            "idempotency_conflict": "idempotency_conflict",
            "idempotency_key_spent": "idempotency_key_spent"
          },
          "415": {
            "unsupported_media_type": "unsupported_media_type"
          },
          "429": {
            "rate_limited": "rate_limited"
          },
          "500": {
            "internal_error": "internal_error"
          },
          "503": {
            "unavailable": "unavailable"
          },
          "default": {
            "malformed_request": "malformed_request",
            "not_found": "not_found",
            "method_not_allowed": "method_not_allowed",
            "request_timeout": "request_timeout",
            "body_too_large": "body_too_large",
            "uri_too_long": "uri_too_long",
            "headers_too_large": "headers_too_large",
            "method_not_implemented": "method_not_implemented"
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
            "revoked": "revoked",
            "revoked_again": "revoked_again"
          },
          "401": {
            "token_missing": "token_missing",
            "token_invalid": "token_invalid"
          },
          "404": {
            "key_not_found": "key_not_found"
          },
          "429": {
            "rate_limited": "rate_limited"
          },
          "500": {
            "internal_error": "internal_error"
          },
          "503": {
            "unavailable": "unavailable"
          },
          "default": {
            "malformed_request": "malformed_request",
            "not_found": "not_found",
            "method_not_allowed": "method_not_allowed",
            "request_timeout": "request_timeout",
            "body_too_large": "body_too_large",
            "uri_too_long": "uri_too_long",
            "headers_too_large": "headers_too_large",
            "method_not_implemented": "method_not_implemented"
          }
        }
      }
    }
  },
  "examples": {
    "plain_login": {
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
    "mfa_login": {
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
    "malformed_request": {
      "status": {
        "code": 400,
        "message": "Malformed request",
        "reason": "malformed_request",
        "trace_id": "a069c5410264cc9d679bd8806391041b"
      }
    },
    "validation_failed": {
      "status": {
        "code": 400,
        "message": "Validation failed",
        "reason": "validation_failed",
        "trace_id": "180b13250d9cde4f32c7e611c95789db"
      },
      "data": {
        "errors": [
          {
            "location": "/body/descriptio",
            "rule": "additionalProperties",
            "message": "must not be there: the contract has no such field"
          }
        ]
      }
    },
    "password_required": {
      "status": {
        "code": 401,
        "message": "Password required",
        "reason": "password_required",
        "trace_id": "fd07908a43dbb9576f2fa327cf86b5e3"
      }
    },
    "invalid_credentials": {
      "status": {
        "code": 401,
        "message": "Invalid credentials",
        "reason": "invalid_credentials",
        "trace_id": "3121e825c13ba377fb5adb741201c401"
      }
    },
    "otp_required": {
      "status": {
        "code": 401,
        "message": "One-time code required",
        "reason": "otp_required",
        "trace_id": "41d9748fe599505f48a2a02b8ae6a365"
      }
    },
    "otp_invalid": {
      "status": {
        "code": 401,
        "message": "Invalid one-time code",
        "reason": "otp_invalid",
        "trace_id": "1ef5c9cef88d73e731e0ec403a5d5afb"
      }
    },
    "unsupported_media_type": {
      "status": {
        "code": 415,
        "message": "Unsupported media type",
        "reason": "unsupported_media_type",
        "trace_id": "a3219a6843adbb23de79b4df9c307f5d"
      }
    },
    "rate_limited": {
      "status": {
        "code": 429,
        "message": "Too many requests",
        "reason": "rate_limited",
        "trace_id": "50ef7598e6d8e1f977ea8b4687079cbf"
      }
    },
    "internal_error": {
      "status": {
        "code": 500,
        "message": "Internal error",
        "reason": "internal_error",
        "trace_id": "8462b58246e70e5c83e5b939a9332cb5"
      }
    },
    "unavailable": {
      "status": {
        "code": 503,
        "message": "Service unavailable",
        "reason": "unavailable",
        "trace_id": "453e6aa38d87b28ccae545967c53004f"
      }
    },
    "not_found": {
      "status": {
        "code": 404,
        "message": "Not found",
        "reason": "not_found",
        "trace_id": "38c300f4fc9ce8a77aad4a30de05cad8"
      }
    },
    "method_not_allowed": {
      "status": {
        "code": 405,
        "message": "Method not allowed",
        "reason": "method_not_allowed",
        "trace_id": "8ba68fee5542f5fd071aed140c39bd8e"
      }
    },
    "request_timeout": {
      "status": {
        "code": 408,
        "message": "Request timed out",
        "reason": "request_timeout",
        "trace_id": "3632c2e4e6225d4d9fcd2a6fd2c65048"
      }
    },
    "body_too_large": {
      "status": {
        "code": 413,
        "message": "Content too large",
        "reason": "body_too_large",
        "trace_id": "de0dab47e83b51fee03d50233ee51c94"
      }
    },
    "uri_too_long": {
      "status": {
        "code": 414,
        "message": "URI too long",
        "reason": "uri_too_long",
        "trace_id": "f72866c1bbf28a47b9bb1c8846e03313"
      }
    },
    "headers_too_large": {
      "status": {
        "code": 431,
        "message": "Request headers too large",
        "reason": "headers_too_large",
        "trace_id": "286bd75cc34708b988157e0200c06a13"
      }
    },
    "method_not_implemented": {
      "status": {
        "code": 501,
        "message": "Method not implemented",
        "reason": "method_not_implemented",
        "trace_id": "0c7d5be29f4a4e0d8b61a3f7c5e2d914"
      }
    },
    "labelled": {
      "status": {
        "code": 200,
        "message": "OK",
        "trace_id": "0af7651916cd43dd8448eb211c80319c"
      },
      "data": {
        "id": "key_3kTzQ0p9mW5bVc7Xr1LsYd",
        "api_key": "aak_IiRo735F3lqptMbOCTcvHy63OJ6hpztMynGTXiXxLHW4geg2E",
        "note": "This is a root-level key. Store it now, as carefully as a password.",
        "description": "Nightly build",
        "created_at": "2026-11-21T09:30:00.000Z",
        "key_prefix": "aak_IiRo735F"
      },
      "usage": {
        "latency_ms": 6
      }
    },
    "unlabelled": {
      "status": {
        "code": 200,
        "message": "OK",
        "trace_id": "c2e9a4517d3f4b0c86a5d17e90b3f86d"
      },
      "data": {
        "id": "key_8nHf2Jq6uRzE4tGy0AwKxB",
        "api_key": "aak_ARkpAaFZrXQSrClrsrIuEyrOB6yCZsLFLbZLiJCrm4j2TU2YS",
        "note": "This is a root-level key. Store it now, as carefully as a password.",
        "description": "",
        "created_at": "2026-11-21T09:31:00.000Z",
        "key_prefix": "aak_ARkpAaFZ"
      },
      "usage": {
        "latency_ms": 6
      }
    },
    "token_missing": {
      "status": {
        "code": 401,
        "message": "Authentication required",
        "reason": "token_missing",
        "trace_id": "28d9288ad941adcb0da92d7bb8adb4be"
      }
    },
    "token_invalid": {
      "status": {
        "code": 401,
        "message": "Invalid access token",
        "reason": "token_invalid",
        "trace_id": "08342d9e48c2d89c93276a8592dbebce"
      }
    },
    "key_limit_reached": {
      "status": {
        "code": 409,
        "message": "API key limit reached",
        "reason": "key_limit_reached",
        "trace_id": "2d547bc799aa7b9372582302ee31b3f4"
      }
    },
    "idempotency_conflict": {
      "status": {
        "code": 409,
        "message": "Idempotency key conflict",
        "reason": "idempotency_conflict",
        "trace_id": "5f0c1d2e9b7a4683a1c0e4d97b352f68"
      }
    },
    "idempotency_key_spent": {
      "status": {
        "code": 409,
        "message": "Idempotency key spent",
        "reason": "idempotency_key_spent",
        "trace_id": "b94d27f1c35e4a0a8c6e0f51d2a7e3b9"
      }
    },
    "revoked": {
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
    "revoked_again": {
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
    "key_not_found": {
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
