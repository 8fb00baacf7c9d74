import { vi } from 'vitest';
import {
  type Client,
  type ClientOptions,
  type Credentials,
  createClient,
} from '../../client/index.ts';

/** What the fake `fetch` does: returns this response, or throws this error. */
export type Scripted = Response | Error | ((request: Request) => Promise<Response>);

export const loginData = {
  access_token: 'secret-token',
  token_type: 'Bearer',
  expires_in: 3600,
  me_id: 'usr_1',
  mfa_enabled: false,
  nickname: 'Ada',
};
export const keyData = {
  id: 'key_1',
  api_key: 'secret-key',
  note: '',
  description: '',
  created_at: '',
  key_prefix: 'sec',
};
export const revocationData = { id: 'key_1', message: 'API key revoked', revoked_at: '' };
export const credentials = { identity: 'ada@example.com', password: 'secret-password' };

export function success(data: object): Response {
  return Response.json({ status: { code: 200, message: 'OK', trace_id: 'trace' }, data });
}

export const loggedIn = (access_token = loginData.access_token) =>
  success({ ...loginData, access_token });
export const generated = () => success(keyData);
export const revoked = () => success(revocationData);

export function rejection(
  code: number,
  reason: string,
  headers: Record<string, string> = {},
): Response {
  const status = { code, reason, message: 'No', trace_id: 'trace' };
  return Response.json({ status }, { status: code, headers });
}

/** Never responds, and ignores the signal. */
export const silence = () => new Promise<Response>(() => {});

/** A client whose `fetch` takes its responses from a script, in order, and records the requests. */
export function clientOf(script: readonly Scripted[], options: Partial<ClientOptions> = {}) {
  const left = [...script];
  const requests: Request[] = [];
  const all = {
    baseUrl: 'http://service.test',
    random: () => 0,
    fetch: async (request: Request) => {
      requests.push(request);
      const next = left.shift();
      if (next === undefined) throw new Error('the script has no more responses');
      if (next instanceof Error) throw next;
      return typeof next === 'function' ? next(request) : next;
    },
    ...options,
  };
  // Some tests call a key operation without a token, as programs in JavaScript may.
  const client: Client = createClient(all as ClientOptions & { credentials: Credentials });
  const sent = () => requests.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`);
  const tokens = () => requests.map(({ headers }) => headers.get('authorization'));
  const idempotencyKeys = () => requests.map(({ headers }) => headers.get('idempotency-key'));
  return { client, requests, sent, tokens, idempotencyKeys };
}

/** The result of a call, and how long it took in milliseconds, with fake timers. */
export async function timed<T>(call: Promise<T>): Promise<readonly [T, number]> {
  const start = performance.now();
  const result = call.then((value) => [value, performance.now() - start] as const);
  await vi.runAllTimersAsync();
  return result;
}
