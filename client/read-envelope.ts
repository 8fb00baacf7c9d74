import type * as contract from '../generated/contract.ts';
import {
  failures,
  type OperationId,
  resultFields,
  type ValidationError,
} from '../generated/contract.ts';
import type { FailureReason, Result } from './failure.ts';
import { hideWhenPrinted } from './mask.ts';
import { failed } from './results.ts';

/**
 * The data of a login: `LoginResult` of the contract. A server that differs from the contract may leave out each field except
 * `access_token`.
 */
export interface LoginResult extends Readonly<contract.LoginResult> {
  /**
   * Bearer credential for the key operations, a secret. `console.log` prints `[hidden]` in Node; `JSON.stringify`, copies and
   * the consoles of browsers have the token.
   */
  readonly access_token: string;
}

/**
 * The data of a generation: `GenerateApiKeyResult` of the contract. A server that differs from the contract may leave out each
 * field except `api_key`. The client also finds the `id` in `key_id`, `keyId`, `api_key_id`, `apiKeyId`, and in these fields of an
 * object `key`.
 */
export interface GenerateApiKeyResult extends Readonly<contract.GenerateApiKeyResult> {
  /**
   * The new root-level key, a secret. Store it now: without an `Idempotency-Key` the service returns it only once.
   * `console.log` prints `[hidden]` in Node; `JSON.stringify`, copies and the consoles of browsers have the key.
   */
  readonly api_key: string;
}

/**
 * The data of a revocation: `RevokeApiKeyResult` of the contract. A server that differs from the contract may leave out each
 * field.
 */
export type RevokeApiKeyResult = Readonly<contract.RevokeApiKeyResult>;

/** What `openapi-fetch` returns with `parseAs: 'text'`: the text of a 2xx, or the text or the JSON of another status. */
export interface Received {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The JSON of the body; `undefined` when it is not JSON. */
export function readBody({ data: text, error = text }: Received): unknown {
  if (typeof error !== 'string') return error;
  try {
    return JSON.parse(error);
  } catch {
    // The parser's error is lost: it quotes the response, which may contain a secret.
    return undefined;
  }
}

interface Reading {
  /** Hides what was sent, which a server may repeat. */
  readonly hide: (text: string) => string;
  readonly baseUrl: string;
  readonly url: string | undefined;
}

/**
 * Takes the data out of the envelope. The envelope decides whether the call succeeded, not the HTTP status: a server may
 * send HTTP 200 with a `status.code` of 401.
 */
export function readEnvelope<Data extends object, Id extends OperationId>(
  operation: Id,
  envelope: unknown,
  { data: text, error = text, response }: Received,
  { hide, baseUrl, url = baseUrl }: Reading,
): Result<Data, Id> {
  const { status, headers, type } = response;
  const retryAfter = readRetryAfter(headers.get('retry-after'));
  const unexpected = (message: string) =>
    failed<Id>(message, { reason: 'unexpected_response', status, code: status, retryAfter });
  const invalid = (cause: string) =>
    unexpected(`The response (HTTP ${status}) is not a valid envelope: ${cause}`);

  // Browsers do not show where a redirect leads.
  if (type === 'opaqueredirect' || (status > 299 && status < 400 && headers.has('location')))
    return unexpected(
      `The server redirects${addressOf(headers.get('location'), baseUrl, url)}; set baseUrl`,
    );
  if (envelope === undefined) return invalid(error ? 'the body is not JSON' : 'the body is empty');
  const { status: outcome, data } = Object(envelope);
  const fields = Object(outcome);
  const code: number = typeof fields.code === 'number' ? fields.code : status;
  const traceId = textOf(fields.trace_id);
  if (code === 200) {
    const result = readData(operation, data);
    return typeof result === 'string'
      ? invalid(result)
      : { ok: true, data: result as Data, status, headers, traceId };
  }
  if (outcome !== fields) return invalid('the body has no status');
  const reason = textOf(fields.reason) ?? `code_${code}`;
  const message = textOf(fields.message) ?? `The server returned the code ${code}`;
  // The messages of the contract contain nothing of a request, but may contain the word that is a weak password.
  const isKnown = Object.values(failures).some((known) => known.message === message);
  const errors = [Object(data).errors]
    .flat()
    .filter(isValidationError)
    .map(({ location, rule, message }) => ({
      location: hide(location),
      rule: hide(rule),
      message: hide(message),
    }));
  return failed((isKnown ? message : hide(message)) + summaryOf(errors), {
    // A reason that the types do not list is an `UnknownReason`.
    reason: (Object.hasOwn(failures, reason) ? reason : hide(reason)) as FailureReason,
    status,
    code,
    traceId: traceId && hide(traceId),
    retryAfter,
    errors,
  });
}

/** The data of a success, or what is wrong with it. It needs only what the operation is for. */
function readData(operation: OperationId, data: unknown): object | string {
  if (typeof data !== 'object' || data === null) return 'the body has no data';
  const read: Record<string, unknown> = { ...data };
  if ('id' in resultFields[operation]) read.id = keyIdIn(read);
  for (const [name, type] of Object.entries(resultFields[operation]))
    if (typeof read[name] !== type) {
      if (needed.includes(name)) return `data.${name} is not a ${type}`;
      // Nothing is better than a value of another type than the caller expects.
      delete read[name];
    }
  return hideWhenPrinted(read);
}

const needed = ['access_token', 'api_key'];

/** The id of the key. Other servers have other names for it, put it into an object, or count their keys. */
function keyIdIn(data: Readonly<Record<string, unknown>>): string | undefined {
  const named = [data, Object(data.key)].flatMap((part) => idNames.map((name) => part[name]));
  // A number that is not safe is another one than the server sent.
  return named.map((id) => (Number.isSafeInteger(id) ? String(id) : textOf(id))).find(Boolean);
}

const idNames = ['id', 'key_id', 'keyId', 'api_key_id', 'apiKeyId'];

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function isValidationError(error: unknown): error is ValidationError {
  const { location, rule, message } = Object(error);
  return [location, rule, message].every((value) => typeof value === 'string');
}

/** What is wrong with the request, for the end of a message: `: /identity must …`. */
function summaryOf(errors: readonly ValidationError[]): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, mostErrors).map(({ location, message }) => {
    const place = location.replace(/^\/?body(?=\/)/, '');
    return `${place === '/body' ? 'the body' : place} ${message}`;
  });
  const left = errors.length - shown.length;
  return `: ${shown.join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
}

const mostErrors = 3;

/** The base address that a redirect leads to. Without the query, which may contain a secret. */
function addressOf(location: string | null, baseUrl: string, url: string): string {
  if (!location || !URL.canParse(location, url)) return '';
  const { origin, pathname } = new URL(location, url);
  return ` to ${origin}${pathname.replace(url.slice(baseUrl.length), '')}`;
}

// RFC 9110, 10.2.3: whole seconds, or a date.
function readRetryAfter(value: string | null): number | undefined {
  const untilDate = () => Math.ceil((Date.parse(value ?? '') - Date.now()) / 1000);
  const seconds = /^\d+$/.test(value ?? '') ? Number(value) : untilDate();
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
