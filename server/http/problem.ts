import { failures, forms, type Reason, type ValidationError } from '../../generated/contract.ts';

export type { Reason };
export type InvalidField = ValidationError;

type Headers = Readonly<Record<string, string>>;

const loginChallenge = { 'WWW-Authenticate': 'Login realm="account"' };
const bearer = 'Bearer realm="account"';
const close = { Connection: 'close' };

/** The headers that a failure always has. Its status and its message come from the contract. */
const headersOf: Readonly<Partial<Record<Reason, Headers>>> = {
  password_required: loginChallenge,
  invalid_credentials: loginChallenge,
  otp_required: loginChallenge,
  otp_invalid: loginChallenge,
  token_missing: { 'WWW-Authenticate': bearer },
  token_invalid: { 'WWW-Authenticate': `${bearer}, error="invalid_token"` },
  request_timeout: close,
  body_too_large: close,
  uri_too_long: close,
  unsupported_media_type: { 'Accept-Post': 'application/json' },
  headers_too_large: close,
  unavailable: { 'Retry-After': '5' },
};

// A response must not be many times as long as its request.
const mostInvalidFields = 20;

interface Details extends ErrorOptions {
  /** Added to the headers that this failure always has, such as `Allow`. */
  readonly headers?: Headers;
  /** Whole seconds, for the header `Retry-After`. */
  readonly retryAfter?: number;
  /** What is wrong with the request, for `validation_failed`. Only the first ones are kept. */
  readonly invalidFields?: readonly InvalidField[];
  /** What makes the request malformed, in words of ours only: the message goes on with it. */
  readonly hint?: string;
  /** What the response must not say. Written to the log. */
  readonly detail?: string;
}

/** A failure of the contract. Any step or operation may throw one; the envelope writes it. */
export class Problem extends Error {
  readonly reason: Reason;
  readonly code: number;
  readonly headers: Headers;
  readonly invalidFields: readonly InvalidField[] | undefined;
  readonly detail: string | undefined;

  constructor(
    reason: Reason,
    { headers, retryAfter, invalidFields, hint, detail, ...options }: Details = {},
  ) {
    const { code, message } = failures[reason];
    super(hint === undefined ? message : `${message}: ${hint}`, options);
    this.name = 'Problem';
    this.reason = reason;
    this.code = code;
    this.headers = {
      ...headersOf[reason],
      ...headers,
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    };
    this.invalidFields = invalidFields?.slice(0, mostInvalidFields);
    this.detail = detail;
  }
}

/** A name that may be shown. Keys, tokens, codes and most passwords in the wrong place have digits, and misspelt names have none. */
const plainName = /^(?!aa[kt]_)[A-Za-z_-]{1,64}$/;
/** One recovery code in 300 has no digit. Their alphabet lacks i, l, o and u. */
const recoveryCode = /^(?:[a-hjkmnp-tv-z]{5}-?){3}$/i;

/** A field that the contract does not know. Its name is the client's text, and may be a misplaced secret. */
export function unknownField(name: string): InvalidField {
  const mayBeShown = plainName.test(name) && !recoveryCode.test(name);
  const location = mayBeShown ? `/body/${name}` : '/body';
  const message = 'must not be there: the contract has no such field';
  return { location, rule: 'additionalProperties', message };
}

/** A value that breaks a rule. Instead of a pattern it gets the sentence of the contract that says the same. */
export function invalidField(location: string, rule: string, message: string): InvalidField {
  const form = forms[location.slice(location.lastIndexOf('/') + 1).toLowerCase()];
  return {
    location,
    rule,
    message: rule === 'pattern' && form !== undefined ? `must match: ${form}` : inWords(message),
  };
}

/** A message of the validator, without its double negation. */
const inWords = (message: string) =>
  message
    .replace('must NOT have fewer than', 'must have at least')
    .replace('must NOT have more than', 'must have at most');
