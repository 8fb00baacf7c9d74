import { randomBytes } from 'node:crypto';
import fc, { type AsyncCommand } from 'fast-check';
import { expect, test } from 'vitest';
import { hashAll } from '../../../server/accounts.ts';
import { createRecoveryCodes, createTotpSecret } from '../../../server/security/mfa-secrets.ts';
import { generate, logIn, revoke, textIn } from '../../support/http/call-operations.ts';
import { hours, seconds } from '../../support/server/clock.ts';
import { addPerson } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';
import {
  addToken,
  codeAt,
  countActiveKeys,
  createPerson,
  endTokens,
  isLive,
  limits,
  type ModelPerson,
  tryLogin,
} from './model.ts';

const server = await serverForFile({ config: { maximumKeys: limits.keys } });
const { now } = server.clock;
const { accounts } = server.store;

interface ModelUser extends ModelPerson {
  readonly id: string;
  readonly identity: string;
}

/** Two people whom nobody else uses, and what came of their calls. */
interface Model {
  readonly people: readonly [ModelUser, ModelUser];
  readonly seen: Set<string>;
}

async function createModel(seen = new Set<string>()): Promise<Model> {
  const add = async () => {
    const { password, id, identity } = await addPerson(server);
    return { ...createPerson(password), id, identity };
  };
  return { people: [await add(), await add()], seen };
}

type Who = 0 | 1;
type Otp = 'none' | 'wrong' | 'recovery' | 'used recovery' | -2 | -1 | 0 | 1 | 2;
type Command = AsyncCommand<Model, undefined>;

const command = (
  name: string,
  given: readonly unknown[],
  run: (model: Model) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Command => ({ check, run, toString: () => `${name}${JSON.stringify(given)}` });

const at = <Item>(items: readonly Item[], index: number) =>
  items[index % Math.max(1, items.length)];
const hasToken = (who: Who) => (model: Model) => model.people[who].tokens.length > 0;

const login = (who: Who, rightPassword: boolean, otp: Otp) =>
  command('login', [who, rightPassword, otp], async (model) => {
    const person = model.people[who];
    const password = rightPassword ? person.password : `${person.password}?`;
    const code = codeFor(person, otp);
    const { identity } = person;
    const response = await logIn(server, {
      identity,
      password,
      ...(code !== undefined && { otp: code }),
    });
    model.seen.add(`login: ${response.reason ?? 'done'}`);
    expect(response.reason).toBe(tryLogin(person, { password, otp: code }, now()));
    if (response.reason !== undefined) return;
    expect(response.data?.mfa_enabled).toBe(person.mfa !== undefined);
    addToken(person, textIn(response, 'access_token'), now());
  });

const usedRecoveryCode = '00000-00000-00000';

function codeFor({ mfa }: ModelPerson, otp: Otp): string | undefined {
  if (otp === 'none') return undefined;
  if (otp === 'recovery') return mfa?.recoveryCodes.values().next().value ?? usedRecoveryCode;
  if (otp === 'used recovery') return usedRecoveryCode;
  return otp === 'wrong' || mfa === undefined ? 'no code' : codeAt(mfa, now(), otp);
}

/** What a request to generate a key may have, besides a token. */
interface KeyRequest {
  readonly description?: string;
  readonly idempotencyKey?: string;
}

const generation = (who: Who, token: number, request: KeyRequest = {}) =>
  command(
    'generate',
    [who, token, request],
    async (model) => {
      const { description = '', idempotencyKey } = request;
      const person = model.people[who];
      const bearer = at(person.tokens, token);
      const earlier =
        idempotencyKey === undefined ? undefined : person.repeatable.get(idempotencyKey);
      const repeated = earlier && now() < earlier.until ? earlier : undefined;
      const response = await generate(server, bearer?.token, { description }, idempotencyKey);
      const outcome = response.reason ?? (repeated === undefined ? 'done' : 'repeated');
      model.seen.add(`generate: ${outcome}`);
      expect(outcome).toBe(expected());
      if (outcome === 'repeated') expect(response.data).toEqual(repeated?.data);
      if (outcome !== 'done') return;
      const key = { id: textIn(response, 'id'), revokedAt: undefined };
      person.keys.push(key);
      if (idempotencyKey === undefined) return;
      const until = now() + limits.repeatableMs;
      person.repeatable.set(idempotencyKey, {
        description,
        key,
        data: response.data,
        until,
        ended: false,
      });

      function expected() {
        if (bearer === undefined || !isLive(bearer, now())) return 'token_invalid';
        if (repeated === undefined)
          return countActiveKeys(person) >= limits.keys ? 'key_limit_reached' : 'done';
        if (repeated.description !== description) return 'idempotency_conflict';
        const isSpent = repeated.ended || repeated.key.revokedAt !== undefined;
        return isSpent ? 'idempotency_key_spent' : 'repeated';
      }
    },
    hasToken(who),
  );

const revocation = (who: Who, token: number, owner: Who, key: number) =>
  command(
    'revoke',
    [who, token, owner, key],
    async (model) => {
      const person = model.people[who];
      const bearer = at(person.tokens, token);
      const wanted = at(model.people[owner].keys, key);
      const response = await revoke(server, bearer?.token, wanted?.id ?? 'key_of_nobody');
      model.seen.add(`revoke: ${response.reason ?? 'done'}`);
      if (bearer === undefined || !isLive(bearer, now()))
        expect(response.reason).toBe('token_invalid');
      else if (wanted === undefined || !person.keys.includes(wanted))
        expect(response.reason).toBe('key_not_found');
      else {
        wanted.revokedAt ??= now();
        const revokedAt = new Date(wanted.revokedAt).toISOString();
        expect(response.data).toMatchObject({ id: wanted.id, revoked_at: revokedAt });
      }
    },
    hasToken(who),
  );

/** A change that an operator makes to a person: in the service, and in the model. */
const change = (name: string, who: Who, apply: (person: ModelUser) => Promise<boolean>) =>
  command(name, [who], async (model) => {
    expect(await apply(model.people[who])).toBe(true);
  });

const disable = (who: Who) =>
  change('disable', who, async (person) => {
    if (!person.disabled) endTokens(person);
    person.disabled = true;
    return accounts.disable(person.id, now());
  });

const enable = (who: Who) =>
  change('enable', who, async (person) => {
    person.disabled = false;
    return accounts.enable(person.id, now());
  });

const setPassword = (who: Who, password: string) =>
  change('set password', who, async (person) => {
    endTokens(person);
    person.password = password;
    return accounts.setPassword(person.id, await server.passwords.hash(password), now());
  });

const setMfa = (who: Who) =>
  change('set MFA', who, async (person) => {
    const totpSecret = createTotpSecret(randomBytes);
    const codes = createRecoveryCodes(randomBytes);
    endTokens(person);
    person.mfa = { totpSecret, lastStep: Number.NEGATIVE_INFINITY, recoveryCodes: new Set(codes) };
    const mfa = { totpSecret, confirmedStep: undefined, recoveryCodeHashes: hashAll(codes) };
    return accounts.setMfa(person.id, mfa, now());
  });

const removeMfa = (who: Who) =>
  change('remove MFA', who, async (person) => {
    endTokens(person);
    person.mfa = undefined;
    return accounts.removeMfa(person.id, now());
  });

const wait = (milliseconds: number) =>
  command('wait', [milliseconds], async () => server.clock.advance(milliseconds));

/** Which of the tokens that there ever were are still valid. */
async function checkTokens(model: Model): Promise<void> {
  for (const token of model.people.flatMap(({ tokens }) => tokens)) {
    const { reason } = await revoke(server, token.token, 'key_of_nobody');
    expect(reason).toBe(isLive(token, now()) ? 'key_not_found' : 'token_invalid');
  }
}

const who = fc.constantFrom<Who>(0, 1);
const index = fc.nat(30);
const rareOtp = fc.constantFrom<Otp>('none', 'wrong', 'recovery', 'used recovery', -2, -1, 1, 2);
const otp = fc.oneof(
  { weight: 8, arbitrary: rareOtp },
  { weight: 3, arbitrary: fc.constant(0 as const) },
);
const right = fc.integer({ min: 0, max: 9 }).map((one) => one > 0);
const password = fc.string({ minLength: 15, maxLength: 20, unit: 'grapheme-ascii' });
const jump = fc.constantFrom(
  1,
  seconds(20),
  seconds(40),
  hours(0.5),
  hours(1),
  hours(24),
  -seconds(20),
);
const request = fc.record({
  description: fc.constantFrom('', 'a', 'b'),
  idempotencyKey: fc.constantFrom('one', 'two'),
});

const calls = [
  fc.tuple(who, right, otp).map((given) => login(...given)),
  fc.tuple(who, right, otp).map((given) => login(...given)),
  fc.tuple(who, index).map((given) => generation(...given)),
  fc.tuple(who, index, request).map((given) => generation(...given)),
  fc.tuple(who, index, who, index).map((given) => revocation(...given)),
];
const changes = [
  who.map(disable),
  who.map(enable),
  who.map(enable),
  fc.tuple(who, password).map((given) => setPassword(...given)),
  who.map(setMfa),
  who.map(removeMfa),
  jump.map(wait),
];

test('the service behaves like its model for random calls of two users and an operator', {
  timeout: soaking ? 3600_000 : 600_000,
}, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.commands([...calls, ...calls, ...calls, ...changes], { size: '+1' }),
      async (commands) => {
        const model = await createModel(seen);
        await fc.asyncModelRun(() => ({ model, real: undefined }), commands);
        await checkTokens(model);
      },
    ),
    // The same walks each time, so that a failure is about what was changed; `npm run soak` sends others.
    soaking ? { numRuns: 1000 } : { numRuns: 15, seed: 7 },
  );
  // Walks that went nowhere would have shown nothing.
  expect(seen.size).toBeGreaterThan(11);
});
