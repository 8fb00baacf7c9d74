import { randomUUID } from 'node:crypto';
import { generate, logIn, revoke, textIn } from '../../support/http/call-operations.ts';
import type { Listening } from '../../support/http/send-request.ts';
import type { ApiResponse } from '../../support/http/validate-response.ts';
import { credentialsOf, type PersonWithMfa } from '../../support/server/people.ts';

/** What the service acknowledged. What it was still doing when it died may have happened or not. */
export interface Acknowledged {
  readonly tokens: string[];
  /** Keys whose revocation was never requested, by their id. */
  readonly keys: Map<string, string>;
  /** What repeats a request, by the id of its key. */
  readonly repeatable: Map<string, { readonly token: string; readonly idempotencyKey: string }>;
  /** By key id. */
  readonly revocations: Map<string, { readonly key: string; readonly revokedAt: string }>;
  /** Recovery codes of logins that succeeded, with the other credentials. */
  readonly usedCodes: {
    readonly identity: string;
    readonly password: string;
    readonly otp: string;
  }[];
}

export function createAcknowledged(): Acknowledged {
  return {
    tokens: [],
    keys: new Map(),
    repeatable: new Map(),
    revocations: new Map(),
    usedCodes: [],
  };
}

/** Sends requests until the service dies, and records what it acknowledged. */
export async function work(
  server: Listening,
  person: PersonWithMfa,
  acknowledged: Acknowledged,
): Promise<void> {
  const codes = [...person.recoveryCodes];
  let token = await getToken(server, person, codes, acknowledged);

  for (let turn = 0; token !== undefined; turn += 1) {
    const isAlive = await useKey(server, token, turn, acknowledged);
    if (!isAlive) return;
    if (turn % 5 === 4) token = await getToken(server, person, codes, acknowledged);
  }
}

/** Generates a key, some of them repeatably, and revokes every other one. Returns whether the service still lives. */
async function useKey(
  server: Listening,
  token: string,
  turn: number,
  { keys, repeatable, revocations }: Acknowledged,
): Promise<boolean> {
  const idempotencyKey = turn % 3 === 0 ? undefined : randomUUID();
  const generated = await responseOf(generate(server, token, {}, idempotencyKey));
  if (generated === undefined) return false;
  const id = textIn(generated, 'id');
  const key = textIn(generated, 'api_key');
  if (idempotencyKey !== undefined) repeatable.set(id, { token, idempotencyKey });
  if (turn % 2 === 1) {
    keys.set(id, key);
    return true;
  }

  const revoked = await responseOf(revoke(server, token, id));
  if (revoked === undefined) return false;
  revocations.set(id, { key, revokedAt: textIn(revoked, 'revoked_at') });
  return true;
}

/** Logs in with the next recovery code. `undefined` when there is none, or the service died. */
async function getToken(
  server: Listening,
  person: PersonWithMfa,
  codes: string[],
  { tokens, usedCodes }: Acknowledged,
): Promise<string | undefined> {
  const otp = codes.shift();
  if (otp === undefined) return undefined;
  const credentials = { ...credentialsOf(person), otp };
  const response = await responseOf(logIn(server, credentials));
  if (response === undefined) return undefined;
  usedCodes.push(credentials);
  const token = textIn(response, 'access_token');
  tokens.push(token);
  return token;
}

/** `undefined` when the service died before it sent a response. */
async function responseOf(call: Promise<ApiResponse>): Promise<ApiResponse | undefined> {
  try {
    return await call;
  } catch (error) {
    const isDead = error instanceof Error && /ended without a response|ECONN/.test(error.message);
    if (isDead) return undefined;
    throw error;
  }
}
