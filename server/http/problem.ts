import type { components } from '../../generated/types.ts';

export type Reason = components['schemas']['Reason'];
type Message = components['schemas']['FailureStatus']['message'];
export type Fault = components['schemas']['ValidationError'];

interface ProblemType {
  readonly code: number;
  readonly message: Message;
  readonly headers?: Readonly<Record<string, string>>;
}

const login = { 'WWW-Authenticate': 'Login realm="account"' } as const;
const bearer = 'Bearer realm="account"';
const close = { Connection: 'close' } as const;

/** Every failure there is: the table of the contract (decision `errors`). */
export const problems = {
  malformed_request: { code: 400, message: 'Malformed request' },
  validation_failed: { code: 400, message: 'Validation failed' },
  password_required: { code: 401, message: 'Password required', headers: login },
  invalid_credentials: { code: 401, message: 'Invalid credentials', headers: login },
  otp_required: { code: 401, message: 'One-time code required', headers: login },
  otp_invalid: { code: 401, message: 'Invalid one-time code', headers: login },
  token_missing: { code: 401, message: 'Authentication required', headers: { 'WWW-Authenticate': bearer } },
  token_invalid: {
    code: 401,
    message: 'Invalid access token',
    headers: { 'WWW-Authenticate': `${bearer}, error="invalid_token"` },
  },
  not_found: { code: 404, message: 'Not found' },
  key_not_found: { code: 404, message: 'API key not found' },
  method_not_allowed: { code: 405, message: 'Method not allowed' },
  request_timeout: { code: 408, message: 'Request timed out', headers: close },
  key_limit_reached: { code: 409, message: 'API key limit reached' },
  body_too_large: { code: 413, message: 'Request body too large', headers: close },
  uri_too_long: { code: 414, message: 'URI too long', headers: close },
  unsupported_media_type: {
    code: 415,
    message: 'Unsupported media type',
    headers: { 'Accept-Post': 'application/json' },
  },
  rate_limited: { code: 429, message: 'Too many requests' },
  headers_too_large: { code: 431, message: 'Request headers too large', headers: close },
  internal_error: { code: 500, message: 'Internal error' },
  unavailable: { code: 503, message: 'Service unavailable', headers: { 'Retry-After': '5' } },
} as const satisfies Record<Reason, ProblemType>;

interface Details extends ErrorOptions {
  /** Beside those that the table gives, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whole seconds, for the header of this name. */
  readonly retryAfter?: number;
  /** What is wrong with the request, for `validation_failed`. */
  readonly faults?: readonly Fault[];
}

/** A failure of the contract. Thrown anywhere, written by the envelope alone. */
export class Problem extends Error {
  readonly reason: Reason;
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[] | undefined;

  constructor(reason: Reason, { headers, retryAfter, faults, ...options }: Details = {}) {
    const type: ProblemType = problems[reason];
    super(type.message, options);
    this.name = 'Problem';
    this.reason = reason;
    this.code = type.code;
    this.headers = {
      ...type.headers,
      ...headers,
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    };
    this.faults = faults;
  }
}
