import type { components } from '../../../generated/types.ts';

type Reason = components['schemas']['Reason'];
type Message = components['schemas']['FailureStatus']['message'];

export interface FailureRow {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}

const rows = {
  malformed_request: [400, 'Malformed request'],
  validation_failed: [400, 'Validation failed'],
  password_required: [401, 'Password required'],
  invalid_credentials: [401, 'Invalid credentials'],
  otp_required: [401, 'One-time code required'],
  otp_invalid: [401, 'Invalid one-time code'],
  token_missing: [401, 'Authentication required'],
  token_invalid: [401, 'Invalid access token'],
  not_found: [404, 'Not found'],
  key_not_found: [404, 'API key not found'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'Request timed out'],
  key_limit_reached: [409, 'API key limit reached'],
  body_too_large: [413, 'Request body too large'],
  uri_too_long: [414, 'URI too long'],
  unsupported_media_type: [415, 'Unsupported media type'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'Request headers too large'],
  internal_error: [500, 'Internal error'],
  unavailable: [503, 'Service unavailable'],
} as const satisfies Record<Reason, readonly [number, Message]>;

/** Every failure of the decision `errors`. */
export const failureTable: readonly FailureRow[] = Object.entries(rows).map(([reason, [code, message]]) => ({
  reason,
  code,
  message,
}));
