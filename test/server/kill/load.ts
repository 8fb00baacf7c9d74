import { randomUUID } from 'node:crypto';
import { generate, logIn, revoke, textIn } from '../../support/http/call-operations.ts';
import type { Listening } from '../../support/http/send-request.ts';
import type { ApiResponse } from '../../support/http/validate-response.ts';
import { credentialsOf, type PersonWithMfa } from '../../support/server/people.ts';

/** Keeps the service at work until it dies, and writes down what it acknowledged. */
export async function work(
  server: Listening,
  person: PersonWithMfa,
  codes: string[],
  witness: Witness,
): Promise<void> {
  const token = await claimToken(server, person, codes, witness);
  if (token === undefined) return;
  for (let turn = 0; ; turn += 1) {
    const value = turn % 3 === 0 ? undefined : randomUUID();
    const made = await responseOf(generate(server, token, {}, value));
    if (made === undefined) return;
    const [id, key] = [textIn(made, 'id'), textIn(made, 'api_key')];
    if (value !== undefined) witness.repeatable.set(id, { token, value });
    witness.keys.set(id, key);
    if (turn % 2 === 0) {
      // From here on the key may be revoked or not: only a response shows which.
      witness.keys.delete(id);
      const ended = await responseOf(revoke(server, token, id));
      if (ended === undefined) return;
      witness.revocations.set(id, { key, revokedAt: textIn(ended, 'revoked_at') });
    }
    if (turn % 5 === 4 && (await claimToken(server, person, codes, witness)) === undefined) return;
  }
}

async function claimToken(
  server: Listening,
  person: PersonWithMfa,
  codes: string[],
  witness: Witness,
) {
  const otp = codes.shift();
  if (otp === undefined) return undefined;
  const response = await responseOf(logIn(server, { ...credentialsOf(person), otp }));
  if (response === undefined) return undefined;
  witness.usedCodes.push({ ...credentialsOf(person), otp });
  const token = textIn(response, 'access_token');
  witness.tokens.push(token);
  return token;
}

/** `undefined` when the service died before it sent a response. */
async function responseOf(call: Promise<ApiResponse>): Promise<ApiResponse | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && /connection ended without a response|ECONN/.test(error.message))
      return undefined;
    throw error;
  }
}

/** What the service has said that it did. What it was still doing when it died is nobody's claim. */
export interface Witness {
  /** Access tokens that were handed out. */
  readonly tokens: string[];
  /** Keys that were handed out and whose revocation was never asked for, by their id. */
  readonly keys: Map<string, string>;
  /** What repeats a request that was acknowledged, by the id of its key. */
  readonly repeatable: Map<string, { readonly token: string; readonly value: string }>;
  /** The acknowledged revocations: the time in the response, by key id. */
  readonly revocations: Map<string, { readonly key: string; readonly revokedAt: string }>;
  /** The recovery codes of acknowledged logins, with their owner. */
  readonly usedCodes: {
    readonly identity: string;
    readonly password: string;
    readonly otp: string;
  }[];
}

export function createWitness(): Witness {
  return {
    tokens: [],
    keys: new Map(),
    repeatable: new Map(),
    revocations: new Map(),
    usedCodes: [],
  };
}
