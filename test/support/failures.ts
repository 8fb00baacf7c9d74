import type { components } from '../../generated/types.ts';

export type Reason = components['schemas']['Reason'];

interface Failure {
  readonly code: number;
  readonly message: string;
  /** What the answer carries beside the headers of every answer; `true` where the value depends on the request. */
  readonly headers?: Readonly<Record<string, string | true>>;
}

const login = { 'www-authenticate': 'Login realm="account"' };
const close = { connection: 'close' };

/** Every failure of the contract (decision `errors`), written out a second time, so that a change of one is noticed. */
export const failures: Readonly<Record<Reason, Failure>> = {
  malformed_request: { code: 400, message: 'Malformed request' },
  validation_failed: { code: 400, message: 'Validation failed' },
  password_required: { code: 401, message: 'Password required', headers: login },
  invalid_credentials: { code: 401, message: 'Invalid credentials', headers: login },
  otp_required: { code: 401, message: 'One-time code required', headers: login },
  otp_invalid: { code: 401, message: 'Invalid one-time code', headers: login },
  token_missing: {
    code: 401,
    message: 'Authentication required',
    headers: { 'www-authenticate': 'Bearer realm="account"' },
  },
  token_invalid: {
    code: 401,
    message: 'Invalid access token',
    headers: { 'www-authenticate': 'Bearer realm="account", error="invalid_token"' },
  },
  not_found: { code: 404, message: 'Not found' },
  key_not_found: { code: 404, message: 'API key not found' },
  method_not_allowed: { code: 405, message: 'Method not allowed', headers: { allow: true } },
  request_timeout: { code: 408, message: 'Request timed out', headers: close },
  key_limit_reached: { code: 409, message: 'API key limit reached' },
  body_too_large: { code: 413, message: 'Request body too large', headers: close },
  uri_too_long: { code: 414, message: 'URI too long', headers: close },
  unsupported_media_type: {
    code: 415,
    message: 'Unsupported media type',
    headers: { 'accept-post': 'application/json' },
  },
  rate_limited: { code: 429, message: 'Too many requests', headers: { 'retry-after': true } },
  headers_too_large: { code: 431, message: 'Request headers too large', headers: close },
  internal_error: { code: 500, message: 'Internal error' },
  unavailable: { code: 503, message: 'Service unavailable', headers: { 'retry-after': true } },
};
