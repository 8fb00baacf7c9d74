import type { Exchange } from '../../../http/exchange.ts';
import { type Header, jsonRequest, type Request, type SendSettings } from '../../../http/request.ts';

export type OperationName = 'login' | 'generateApiKey' | 'revokeApiKey';

export const loginPath = '/v1/auth/login';
export const generatePath = '/v1/security/apikey/generate';
export const revokePath = (id: string) => `/v1/security/apikey/${encodeURIComponent(id)}`;

const methodOf = { login: 'POST', generateApiKey: 'POST', revokeApiKey: 'DELETE' } as const;

/** Sent wherever the question is another one, since a server may demand a description. */
export const plainDescription = 'account-access test';

/** An id that no server gives. */
export const unknownKeyId = 'no-such-key-account-access-test';

export interface Extra {
  readonly headers?: readonly Header[];
  readonly settings?: SendSettings;
}

export function loginRequest(body: unknown, extra: Extra = {}): Request {
  return operationRequest('login', loginPath, body, extra);
}

export function generateRequest(
  token: string | undefined,
  body: unknown = { description: plainDescription },
  { headers = [], ...extra }: Extra = {},
): Request {
  const own = { ...extra, headers: [...bearer(token), ...headers] };
  return operationRequest('generateApiKey', generatePath, body, own);
}

export function revokeRequest(
  token: string | undefined,
  id: string,
  { headers = [], ...extra }: Extra = {},
): Request {
  const own = { ...extra, headers: [...bearer(token), ...headers] };
  return operationRequest('revokeApiKey', revokePath(id), undefined, own);
}

export function bearer(token: string | undefined): readonly Header[] {
  return token === undefined ? [] : [['Authorization', `Bearer ${token}`]];
}

function operationRequest(operation: OperationName, target: string, body: unknown, extra: Extra): Request {
  return {
    ...jsonRequest(methodOf[operation], target, body, extra.headers),
    settings: { operation, ...extra.settings },
  };
}

/**
 * The operation that a well-formed request reaches by its method and path; raw octets reach none for certain. Without a base
 * address, whatever stands before the last `/v1/` is taken for its path.
 */
export function operationOf(
  { request }: Pick<Exchange, 'request'>,
  baseUrl?: string,
): OperationName | undefined {
  if (request.raw) return undefined;
  const whole = request.target.replace(/\?.*$/s, '');
  const path = baseUrl === undefined ? whole.replace(/^.*(?=\/v1\/)/s, '') : below(whole, baseUrl);
  if (request.method === 'POST' && path === loginPath) return 'login';
  if (request.method === 'POST' && path === generatePath) return 'generateApiKey';
  if (request.method !== 'DELETE' || path === generatePath) return undefined;
  return /^\/v1\/security\/apikey\/[^/]+$/.test(path) ? 'revokeApiKey' : undefined;
}

function below(path: string, baseUrl: string): string {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return path.startsWith(prefix) ? path.slice(prefix.length) : '';
}
