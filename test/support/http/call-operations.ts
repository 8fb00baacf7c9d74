import { type Listening, sendRequest } from './send-request.ts';
import type { ApiResponse } from './validate-response.ts';

export const paths = {
  login: '/v1/auth/login',
  generate: '/v1/security/apikey/generate',
  revoke: (id: string) => `/v1/security/apikey/${id}`,
} as const;

/** These functions call the operations of the contract, and validate every response. */
export function logIn(
  server: Listening,
  body: unknown,
  forwardedFor?: string,
): Promise<ApiResponse> {
  const headers = forwardedFor === undefined ? [] : [['X-Forwarded-For', forwardedFor] as const];
  return sendRequest(server, { target: paths.login, headers, body });
}

export function generate(
  server: Listening,
  token: string | undefined,
  body: unknown = {},
  idempotencyKey?: string,
): Promise<ApiResponse> {
  const headers =
    idempotencyKey === undefined ? [] : [['Idempotency-Key', idempotencyKey] as const];
  return sendRequest(server, { target: paths.generate, token, headers, body });
}

export function revoke(
  server: Listening,
  token: string | undefined,
  id: string,
): Promise<ApiResponse> {
  return sendRequest(server, { method: 'DELETE', target: paths.revoke(id), token });
}

/** The access token of a login, which must succeed. */
export async function tokenOf(server: Listening, credentials: unknown): Promise<string> {
  return textIn(await logIn(server, credentials), 'access_token');
}

/** A field of the payload, which must be a string. */
export function textIn(response: ApiResponse, name: string): string {
  const value = response.data?.[name];
  if (typeof value !== 'string')
    throw new Error(`no ${name} in a response with HTTP ${response.httpStatus} ${response.reason}`);
  return value;
}
