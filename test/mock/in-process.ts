import { createMock, type Mock, type MockOptions } from '../../mock/create-mock.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { type ApiResponse, validateResponse } from '../support/http/validate-response.ts';

export const base = 'http://mock.example';
/** When it is for the mock, until its clock is moved: no second passes while a test works. */
export const startsAt = 1_800_000_000_000;
export const { plain, mfa, disabled } = demoAccounts;
export const credentials = ({ identity, password }: { identity: string; password: string }) => ({
  identity,
  password,
});

export interface Call {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A mock in this process. All its calls but `sendRaw` validate the response against the contract. */
export interface InProcess {
  readonly mock: Mock;
  sendRaw(method: string, target: string, call?: Call): Promise<Response>;
  send(method: string, target: string, call?: Call): Promise<ApiResponse>;
  logIn(body: unknown, headers?: Call['headers']): Promise<ApiResponse>;
  generate(token: string, body?: unknown): Promise<ApiResponse>;
  revoke(token: string, id: string): Promise<ApiResponse>;
}

export function mockInProcess(options?: MockOptions): InProcess {
  const mock = createMock({ now: () => startsAt, ...options });
  const sendRaw: InProcess['sendRaw'] = (method, target, { body, token, headers = {} } = {}) =>
    mock.fetch(base + target, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const send: InProcess['send'] = async (method, target, call) =>
    validateResponse(await toWire(await sendRaw(method, target, call)), { method, target });
  return {
    mock,
    sendRaw,
    send,
    logIn: (body, headers = {}) => send('POST', '/v1/auth/login', { body, headers }),
    generate: (token, body = {}) => send('POST', '/v1/security/apikey/generate', { body, token }),
    revoke: (token, id) => send('DELETE', `/v1/security/apikey/${id}`, { token }),
  };
}

export async function toWire(response: Response) {
  // Only a server on a connection sends a date.
  const headers = [['date', new Date().toUTCString()] as const, ...response.headers];
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** The status of any response in the envelope, also of one that the contract does not have. */
export async function statusOf(response: Response) {
  // What the tests look at, they compare.
  const { status } = (await response.json()) as {
    readonly status: { readonly code: number; readonly reason?: string; readonly message: string };
  };
  return status;
}

export function textOf(response: ApiResponse, name: string): string {
  const value = response.data?.[name];
  if (typeof value !== 'string') throw new Error(`no ${name} in ${response.text}`);
  return value;
}
