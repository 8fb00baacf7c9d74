export const refusals = {
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
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type Reason = keyof typeof refusals;

export interface ValidationError {
  readonly location: string;
  readonly rule: string;
  readonly message: string;
}

/** What an operation, or a step before it, came to. */
export type Outcome = Success | Refusal;
export interface Success {
  readonly data: Readonly<Record<string, unknown>>;
}
export interface Refusal {
  readonly reason: Reason;
  readonly errors?: readonly ValidationError[];
  readonly headers?: Readonly<Record<string, string>>;
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'reason' in outcome;
}

export function refuse(reason: Reason, headers?: Readonly<Record<string, string>>): Refusal {
  return { reason, ...(headers && { headers }) };
}

export function invalid(location: string, rule: string, message: string): Refusal {
  return { reason: 'validation_failed', errors: [{ location, rule, message }] };
}
