import { onTestFinished } from 'vitest';
import { createMock, type MockOptions } from '../../mock/create-mock.ts';
import { startMockServer } from '../../mock/server.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { paths } from '../support/http/call-operations.ts';
import { type Envelope, validateResponse } from '../support/http/validate-response.ts';
import { credentialsOf } from '../support/server/people.ts';

export const base = 'http://mock.example';
/** When it is for the mock, until its clock is moved: no second passes while a test works. */
export const startsAt = 1_800_000_000_000;
export const { plain, mfa, disabled } = demoAccounts;

/** A login with the demo account at the address of a server. */
export const logInAt = (
  address: string,
  headers: Record<string, string> = {},
  body: unknown = account,
) =>
  fetch(`${address}${paths.login}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const account = credentialsOf(plain);

interface Call {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type InProcess = ReturnType<typeof mockInProcess>;

/** A mock in this process. All its calls but `sendRaw` validate the response against the contract. */
export function mockInProcess(options?: MockOptions, contract?: Parameters<typeof createMock>[1]) {
  const mock = createMock({ now: () => startsAt, ...options }, contract);
  const sendRaw = (method: string, target: string, { body, token, headers = {} }: Call = {}) =>
    mock.fetch(base + target, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const send = async (method: string, target: string, call?: Call) =>
    validateResponse(await toWire(await sendRaw(method, target, call)), { method, target });
  return {
    mock,
    sendRaw,
    send,
    logIn: (body: unknown, headers: Call['headers'] = {}) =>
      send('POST', paths.login, { body, headers }),
    generate: (token: string, body: unknown = {}) => send('POST', paths.generate, { body, token }),
    revoke: (token: string, id: string) => send('DELETE', paths.revoke(id), { token }),
  };
}

/** A server of a mock, which ends with the test. */
export async function mockServerForTest(mock = createMock()) {
  const server = await startMockServer(mock);
  onTestFinished(server.close);
  return server;
}

async function toWire(response: Response) {
  // Only a server on a connection sends a date.
  const headers = [['date', new Date().toUTCString()] as const, ...response.headers];
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** The status of any response in the envelope, also of one that the contract does not have. */
export async function statusOf(response: Response) {
  // What the tests look at, they compare.
  const { status } = (await response.json()) as Envelope;
  return status;
}
