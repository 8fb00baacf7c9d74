import type { Answer } from './answer.ts';
import { ask, type Listening } from './ask.ts';

export const paths = {
  login: '/v1/auth/login',
  generate: '/v1/security/apikey/generate',
  revoke: (id: string) => `/v1/security/apikey/${id}`,
} as const;

/** Calls the operations of the contract; every answer is held against it. */
export function logIn(server: Listening, body: unknown): Promise<Answer> {
  return ask(server, { target: paths.login, body });
}

export function generate(server: Listening, token: string | undefined, body: unknown = {}): Promise<Answer> {
  return ask(server, { target: paths.generate, token, body });
}

export function revoke(server: Listening, token: string | undefined, id: string): Promise<Answer> {
  return ask(server, { method: 'DELETE', target: paths.revoke(id), token });
}

/** The access token of a login that must succeed. */
export async function tokenOf(server: Listening, credentials: unknown): Promise<string> {
  return textIn(await logIn(server, credentials), 'access_token');
}

/** A member of the payload that must be there and be a string. */
export function textIn(answer: Answer, name: string): string {
  const value = answer.data?.[name];
  if (typeof value !== 'string')
    throw new Error(`no ${name} in an answer with HTTP ${answer.httpStatus} ${answer.reason}`);
  return value;
}
