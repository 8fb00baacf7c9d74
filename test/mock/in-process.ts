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

/** A mock in this process, whose answers are held against the contract. */
export interface InProcess {
  readonly mock: Mock;
  send(method: string, target: string, call?: Call): Promise<Response>;
  ask(method: string, target: string, call?: Call): Promise<ApiResponse>;
  logIn(body: unknown, headers?: Call['headers']): Promise<ApiResponse>;
  generate(token: string, body?: unknown): Promise<ApiResponse>;
  revoke(token: string, id: string): Promise<ApiResponse>;
}

export function mockInProcess(options?: MockOptions): InProcess {
  const mock = createMock({ now: () => startsAt, ...options });
  const send: InProcess['send'] = (method, target, { body, token, headers = {} } = {}) =>
    mock.fetch(base + target, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const ask: InProcess['ask'] = async (method, target, call) =>
    validateResponse(await toWire(await send(method, target, call)), { method, target });
  return {
    mock,
    send,
    ask,
    logIn: (body, headers = {}) => ask('POST', '/v1/auth/login', { body, headers }),
    generate: (token, body = {}) => ask('POST', '/v1/security/apikey/generate', { body, token }),
    revoke: (token, id) => ask('DELETE', `/v1/security/apikey/${id}`, { token }),
  };
}

export async function toWire(response: Response) {
  // A date is for the server that puts the answer on a wire to say.
  const headers = [['date', new Date().toUTCString()] as const, ...response.headers];
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

export function textOf(answer: ApiResponse, name: string): string {
  const value = answer.data?.[name];
  if (typeof value !== 'string') throw new Error(`no ${name} in ${answer.text}`);
  return value;
}
