import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import { generate, logIn, revoke, textIn } from '../../support/http/call-operations.ts';
import { activeKeys, addToken, codeAt, isLive, limits, type ModelPerson, stepOf, tryLogin } from './model.ts';
import type { Model, Real } from './place.ts';

type Command = AsyncCommand<Model, Real>;
export type Otp = 'none' | 'wrong' | 'recovery' | 'used recovery' | -2 | -1 | 0 | 1 | 2;

const always = () => true;
const at = <Item>(items: readonly Item[], index: number) => items[index % Math.max(1, items.length)];
const personAt = (model: Model, index: number): ModelPerson => {
  const person = at(model.people, index);
  if (person === undefined) throw new Error('a walk has people');
  return person;
};

export function loginCommand(who: number, rightPassword: boolean, otp: Otp): Command {
  return {
    check: always,
    run: async (model, { server, people }) => {
      const person = personAt(model, who);
      const password = rightPassword ? person.password : `${person.password}?`;
      const code = codeFor(person, otp, model.now());
      const response = await logIn(server, {
        identity: at(people, who)?.identity,
        password,
        ...(code !== undefined && { otp: code }),
      });
      model.seen.add(`login: ${response.reason ?? 'done'}`);
      expect(response.reason).toBe(tryLogin(person, { password, otp: code }, model.now()));
      if (response.reason !== undefined) return;
      expect(response.data?.mfa_enabled).toBe(person.mfa !== undefined);
      addToken(person, textIn(response, 'access_token'), model.now());
    },
    toString: () => `login(${who}, ${rightPassword ? 'right' : 'wrong'} password, otp ${otp})`,
  };
}

/** What a request to generate a key may have, besides a token. */
interface Request {
  readonly description?: string;
  readonly idempotencyKey?: string;
}

export function generateCommand(who: number, token: number, request: Request = {}): Command {
  const { description = '', idempotencyKey } = request;
  return {
    check: (model) => personAt(model, who).tokens.length > 0,
    run: async (model, { server }) => {
      const person = personAt(model, who);
      const bearer = at(person.tokens, token);
      const earlier = idempotencyKey === undefined ? undefined : person.repeatable.get(idempotencyKey);
      const repeated = earlier && model.now() < earlier.until ? earlier : undefined;
      const response = await generate(server, bearer?.token, { description }, idempotencyKey);
      const outcome = response.reason ?? (repeated === undefined ? 'done' : 'repeated');
      model.seen.add(`generate: ${outcome}`);
      expect(outcome).toBe(expected());
      if (outcome === 'repeated') expect(response.data).toEqual(repeated?.data);
      if (outcome !== 'done') return;
      const key = { id: textIn(response, 'id'), revokedAt: undefined };
      person.keys.push(key);
      if (idempotencyKey === undefined) return;
      const { data } = response;
      const until = model.now() + limits.repeatableMs;
      person.repeatable.set(idempotencyKey, { description, key, data, until, ended: false });

      function expected() {
        if (bearer === undefined || !isLive(bearer, model.now())) return 'token_invalid';
        if (repeated !== undefined) {
          if (repeated.description !== description) return 'idempotency_conflict';
          const isSpent = repeated.ended || repeated.key.revokedAt !== undefined;
          return isSpent ? 'idempotency_key_spent' : 'repeated';
        }
        return activeKeys(person) >= limits.keys ? 'key_limit_reached' : 'done';
      }
    },
    toString: () => `generate(${who}, token ${token}, ${JSON.stringify(request)})`,
  };
}

export function revokeCommand(who: number, token: number, owner: number, key: number): Command {
  return {
    check: (model) => personAt(model, who).tokens.length > 0,
    run: async (model, { server }) => {
      const person = personAt(model, who);
      const bearer = at(person.tokens, token);
      const wanted = at(personAt(model, owner).keys, key);
      const response = await revoke(server, bearer?.token, wanted?.id ?? 'key_of_nobody');
      model.seen.add(`revoke: ${response.reason ?? 'done'}`);
      if (bearer === undefined || !isLive(bearer, model.now())) {
        expect(response.reason).toBe('token_invalid');
      } else if (wanted === undefined || !person.keys.includes(wanted)) {
        expect(response.reason).toBe('key_not_found');
      } else {
        wanted.revokedAt ??= model.now();
        expect(response.data).toMatchObject({
          id: wanted.id,
          revoked_at: new Date(wanted.revokedAt).toISOString(),
        });
      }
    },
    toString: () => `revoke(${who}, token ${token}, key ${key} of ${owner})`,
  };
}

/** Which of the tokens that there ever were still open the door, without going through it. */
export async function checkTokens(model: Model, { server }: Real): Promise<void> {
  for (const { tokens } of model.people) {
    for (const token of tokens) {
      const { reason } = await revoke(server, token.token, 'key_of_nobody');
      expect(reason).toBe(isLive(token, model.now()) ? 'key_not_found' : 'token_invalid');
    }
  }
}

const usedRecoveryCode = '00000-00000-00000';

function codeFor({ mfa }: ModelPerson, otp: Otp, now: number): string | undefined {
  if (otp === 'none') return undefined;
  if (otp === 'recovery') return mfa?.recoveryCodes.values().next().value ?? usedRecoveryCode;
  if (otp === 'used recovery') return usedRecoveryCode;
  if (otp === 'wrong' || mfa === undefined) return 'no code';
  return codeAt(mfa.secret, stepOf(now) + otp);
}
