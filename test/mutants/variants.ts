import { createHmac, randomUUID } from 'node:crypto';
import { emptyProfile } from '../../conformance/profile.ts';
import { fixtures } from './model/accounts.ts';
import { type Behaviour, correct } from './model/behaviour.ts';
import { isRefusal, type Outcome, type Refusal, refuse } from './model/outcome.ts';
import { codeOf, stepAt } from './model/totp.ts';
import type { World } from './model/world.ts';
import { withKeyData, withLoginData, withRevocationData } from './mutants/overriding.ts';
import type { Options } from './run-against.ts';

/** A server that decides otherwise than we did, and keeps all that was shown. */
export interface Variant {
  readonly name: string;
  readonly overrides: Partial<Behaviour>;
  readonly options?: Options;
  /** It lacks what many checks need, so that few can pass. */
  readonly few?: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** Every failure, changed in its envelope and, where given, in its HTTP status. */
function failing(
  change: (status: Json, refusal: Refusal) => Json,
  http?: (status: number, refusal: Refusal) => number,
): Partial<Behaviour> {
  return {
    envelope: (world, outcome, asked, latencyMs) => {
      const envelope = correct.envelope(world, outcome, asked, latencyMs);
      return isRefusal(outcome)
        ? { ...envelope, status: change(Object(envelope.status), outcome) }
        : envelope;
    },
    reply: (world, outcome, asked, latencyMs) => {
      const reply = correct.reply(world, outcome, asked, latencyMs);
      return isRefusal(outcome) && http ? { ...reply, status: http(reply.status, outcome) } : reply;
    },
  };
}

/** Failures of one kind with another status, in both places. */
function answering(codes: Partial<Record<Refusal['reason'] | number, number>>): Partial<Behaviour> {
  const other = (code: number, { reason }: Refusal) => codes[reason] ?? codes[code] ?? code;
  return failing((status, refusal) => ({ ...status, code: other(Number(status.code), refusal) }), other);
}

function enveloping(change: (envelope: Json, outcome: Outcome) => Json): Partial<Behaviour> {
  return {
    envelope: (world, outcome, asked, latencyMs) =>
      change(correct.envelope(world, outcome, asked, latencyMs), outcome),
  };
}

function withHeaders(
  change: (headers: ReturnType<Behaviour['headers']>) => ReturnType<Behaviour['headers']>,
) {
  const overrides: Partial<Behaviour> = {
    headers: (world, outcome, asked) => change(correct.headers(world, outcome, asked)),
  };
  return overrides;
}

/** What a second revocation is answered with. */
function revokedBefore(status: number): Partial<Behaviour> {
  const gone: Partial<Behaviour> = {
    findKey: (world, owner, id) => {
      const key = correct.findKey(world, owner, id);
      return key?.revokedAt === undefined ? key : undefined;
    },
  };
  return { ...gone, ...answering({ key_not_found: status }) };
}

function withOtherIds(id: () => string): Partial<Behaviour> {
  return {
    newKey: (world, owner, description) => ({ ...correct.newKey(world, owner, description), id: id() }),
  };
}

const jwtSecret = randomUUID();
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string) => createHmac('sha256', jwtSecret).update(text).digest('base64url');

const jsonWebTokens: Partial<Behaviour> = {
  newToken: (_world, { id }) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: id, jti: randomUUID(), exp: Date.now() / 1000 + 3600 })}`;
    return `${text}.${sign(text)}`;
  },
  // As libraries do: the signature is compared in octets, not in letters.
  findSession: (world, given) => {
    const [head, payload, signature = ''] = given.split('.');
    const text = `${head}.${payload}`;
    if (given.split('.').length !== 3 || !/^[\w.-]+$/.test(given)) return undefined;
    const right = Buffer.from(sign(text), 'base64url').equals(Buffer.from(signature, 'base64url'));
    if (!right) return undefined;
    return correct.findSession(world, `${text}.${sign(text)}`);
  },
};

const keysAsBearer: Partial<Behaviour> = {
  findSession: (world, given) => {
    const key = [...world.keys.values()].find(({ secret }) => secret === given);
    if (key === undefined) return correct.findSession(world, given);
    if (key.revokedAt !== undefined) return undefined;
    return { token: given, owner: key.owner, until: Number.POSITIVE_INFINITY };
  },
};

const oneSession: Partial<Behaviour> = {
  openSession: (world, account) => {
    for (const { token, owner } of world.sessions.values()) {
      if (owner === account) world.sessions.delete(token);
    }
    return correct.openSession(world, account);
  },
};

/** After some failed logins, or many requests of any kind, every login is refused for a second. */
function braking(): Partial<Behaviour> {
  let failures = 0;
  let until = 0;
  return {
    login: async (world, body) => {
      if (world.now() < until) return refuse('rate_limited', { 'Retry-After': '1' });
      const outcome = await correct.login(world, body);
      if (isRefusal(outcome)) failures += 1;
      if (failures >= 6) {
        failures = 0;
        until = world.now() + 1_000;
      }
      return outcome;
    },
  };
}

/** After some failures in a row an account is locked, and says no more than that the credentials are wrong. */
function locking(most: number): Partial<Behaviour> {
  const failures = new Map<string, number>();
  return {
    login: async (world, body) => {
      const name = world.behaviour.identityKey(body.identity);
      const count = failures.get(name) ?? 0;
      if (count >= most) return refuse('invalid_credentials');
      const outcome = await correct.login(world, body);
      failures.set(name, isRefusal(outcome) ? count + 1 : 0);
      return outcome;
    },
  };
}

function drifting(offsets: readonly number[]): Partial<Behaviour> {
  return {
    matchStep: (world, { totpSecret = '' }, code) =>
      offsets.map((offset) => stepAt(world.now()) + offset).find((step) => codeOf(totpSecret, step) === code),
  };
}

function atMost(count: number): Partial<Behaviour> {
  return {
    generate: async (world, owner, description) => {
      const active = [...world.keys.values()].filter(
        (key) => key.owner === owner && key.revokedAt === undefined,
      );
      return active.length < count
        ? correct.generate(world, owner, description)
        : refuse('key_limit_reached');
    },
  };
}

const openBodies: Partial<Behaviour> = {
  checkLogin: (value) => correct.checkLogin(only(value, ['identity', 'password', 'otp'])),
  checkGenerate: (value) => correct.checkGenerate(only(value, ['description'])),
};

function only(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

const failureOnly = (outcome: Outcome, envelope: Json, change: Json): Json =>
  isRefusal(outcome) ? { ...envelope, ...change } : envelope;

const modest = { budget: emptyProfile.budget };

export const variants: readonly Variant[] = [
  // These wait: the others pass beside them.
  { name: 'codes of the present step only', overrides: drifting([0]), options: { maxTimeMs: 40_000 } },
  {
    name: '100 ms an answer',
    overrides: {
      answer: async (world, asked) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return correct.answer(world, asked);
      },
    },
    options: { maxTimeMs: 8_000 },
    few: true,
  },
  {
    name: 'a clock that is an hour fast',
    overrides: {
      matchStep: (world: World, { totpSecret = '' }, code) => {
        const now = stepAt(world.now() + 3_600_000);
        return [now + 1, now, now - 1].find((step) => codeOf(totpSecret, step) === code);
      },
      ...withHeaders((headers) => ({ ...headers, Date: new Date(Date.now() + 3_600_000).toUTCString() })),
    },
    options: { maxTimeMs: 10_000 },
  },
  {
    name: 'every failure with HTTP 200',
    overrides: failing(
      (status) => status,
      () => 200,
    ),
  },
  {
    name: 'every failure with HTTP 200, as the profile says',
    overrides: failing(
      (status) => status,
      () => 200,
    ),
    options: { profile: { failures: 'envelope' } },
  },
  {
    name: 'every failure with HTTP 200 and codes of its own',
    overrides: failing(
      (status) => ({ ...status, code: Number(status.code) * 100 + 7 }),
      () => 200,
    ),
  },
  {
    name: 'codes of its own beside the HTTP status',
    overrides: failing((status) => ({ ...status, code: Number(status.code) + 1_000 })),
  },
  {
    name: 'negative codes with HTTP 200',
    overrides: failing(
      (status) => ({ ...status, code: -1 }),
      () => 200,
    ),
  },
  { name: '422 for what is invalid', overrides: answering({ validation_failed: 422 }) },
  { name: '422 for everything that is 400', overrides: answering({ 400: 422 }) },
  {
    name: '403 for a refused login',
    overrides: answering({
      invalid_credentials: 403,
      otp_invalid: 403,
      otp_required: 403,
      password_required: 403,
    }),
  },
  { name: '400 for a refused login', overrides: answering({ invalid_credentials: 400, otp_invalid: 400 }) },
  { name: '403 for an unknown token', overrides: answering({ token_invalid: 403 }) },
  {
    name: '403 for the key of another',
    overrides: {
      revoke: async (world, owner, id) => {
        const key = world.keys.get(id);
        return key !== undefined && key.owner !== owner
          ? refuse('token_invalid')
          : correct.revoke(world, owner, id);
      },
      ...answering({ token_invalid: 403 }),
    },
  },
  { name: 'no reason', overrides: failing(({ reason: _, ...status }) => status) },
  { name: 'other messages', overrides: failing((status) => ({ ...status, message: 'That did not work' })) },
  {
    name: 'messages in another language',
    overrides: failing((status) => ({ ...status, message: 'Das ging schief: ¡ñ!' })),
  },
  {
    name: 'data null with failures',
    overrides: enveloping((envelope, outcome) => failureOnly(outcome, envelope, { data: {} })),
  },
  { name: 'no usage', overrides: enveloping(({ usage: _, ...envelope }) => envelope) },
  {
    name: 'usage with failures too',
    overrides: enveloping((envelope) => ({ ...envelope, usage: { latency_ms: 3 } })),
  },
  { name: 'an output', overrides: enveloping((envelope) => ({ ...envelope, output: { text: '' } })) },
  {
    name: 'more members everywhere',
    overrides: {
      ...enveloping((envelope) => ({
        ...envelope,
        version: 3,
        status: { ...Object(envelope.status), details: [] },
      })),
      ...withLoginData((data) => ({ ...data, roles: ['user'], refresh_after: 60 })),
      ...withKeyData((data) => ({ ...data, scopes: ['root'], owner: { id: 'usr_1' } })),
      ...withRevocationData((data) => ({ ...data, count: 1 })),
    },
  },
  {
    name: 'only what was shown in results',
    overrides: {
      ...withLoginData(({ access_token, me_id, mfa_enabled, nickname }) => ({
        access_token,
        me_id,
        mfa_enabled,
        nickname,
      })),
      ...withKeyData(({ api_key, note, id }) => ({ api_key, note, id })),
      ...withRevocationData(({ message }) => ({ message })),
    },
  },
  {
    name: 'no id anywhere',
    overrides: withKeyData(({ api_key, note }) => ({ api_key, note })),
  },
  { name: 'the id as key_id', overrides: withKeyData(({ id, ...data }) => ({ ...data, key_id: id })) },
  {
    name: 'the id in an object of its own',
    overrides: withKeyData(({ id, ...data }) => ({ ...data, key_info: { id } })),
  },
  {
    name: 'the id where only the profile says',
    overrides: withKeyData(({ id, ...data }) => ({ ...data, handle: id })),
    options: { profile: { keyId: '/data/handle' } },
  },
  { name: 'ids that are UUIDs', overrides: withOtherIds(randomUUID) },
  { name: 'ids that are numbers', overrides: withOtherIds(counted()) },
  { name: 'ids with reserved characters', overrides: withOtherIds(() => `key/${randomUUID()}+=`) },
  {
    name: 'keys with the id in them',
    overrides: {
      newKey: (world, owner, description) => {
        const key = correct.newKey(world, owner, description);
        return { ...key, secret: `${key.id}.${key.secret}` };
      },
    },
  },
  {
    name: 'me_id that is a number in a string',
    overrides: withLoginData((data) => ({
      ...data,
      me_id:
        String(10_000 + String(data.me_id).charCodeAt(5)) + Buffer.from(String(data.me_id)).readUInt32BE(8),
    })),
  },
  { name: 'an empty nickname', overrides: withLoginData((data) => ({ ...data, nickname: '' })) },
  { name: '404 for the second revocation', overrides: revokedBefore(404) },
  { name: '409 for the second revocation', overrides: revokedBefore(409) },
  { name: '410 for the second revocation', overrides: revokedBefore(410) },
  {
    name: 'success for an id that no key has',
    overrides: {
      revoke: async (world, owner, id) => {
        const outcome = await correct.revoke(world, owner, id);
        return isRefusal(outcome) ? { data: { message: 'API key revoked' } } : outcome;
      },
    },
  },
  {
    name: 'a description that is required',
    overrides: {
      checkGenerate: (value) =>
        Object(value).description === undefined || Object(value).description === ''
          ? refuse('validation_failed')
          : correct.checkGenerate(value),
    },
  },
  {
    name: 'no body needed',
    overrides: {
      checkMedia: (world, asked) => (asked.body.length === 0 ? undefined : correct.checkMedia(world, asked)),
      readJson: (octets) => (octets.length === 0 ? { value: {} } : correct.readJson(octets)),
    },
  },
  { name: 'unknown members ignored', overrides: openBodies },
  {
    name: 'JSON read as JSON.parse reads it',
    overrides: {
      readJson: (octets) => {
        try {
          return { value: JSON.parse(octets.toString()) };
        } catch {
          return refuse('malformed_request');
        }
      },
    },
  },
  { name: 'any media type', overrides: { checkMedia: () => undefined } },
  { name: 'keys accepted as bearer tokens', overrides: keysAsBearer },
  { name: 'a second login that ends the first', overrides: oneSession },
  {
    name: 'the same token at each login',
    overrides: {
      newToken: (world, account) =>
        [...world.sessions.values()].find(({ owner }) => owner === account)?.token ??
        correct.newToken(world, account),
    },
  },
  { name: 'six keys at most', overrides: atMost(6) },
  { name: 'two keys at most', overrides: atMost(2) },
  { name: 'one key at most', overrides: atMost(1) },
  { name: 'tokens that are JSON Web Tokens', overrides: jsonWebTokens },
  { name: 'tokens that are UUIDs', overrides: { newToken: () => randomUUID() } },
  { name: 'trace ids that are UUIDs', overrides: { traceId: () => randomUUID() } },
  { name: 'trace ids that are counted', overrides: { traceId: counted() } },
  { name: 'identities whose case counts', overrides: { identityKey: (identity) => identity } },
  {
    name: 'identities of any form',
    overrides: {
      checkLogin: (value) => {
        const checked = correct.checkLogin(value);
        if (!isRefusal(checked)) return checked;
        const { identity, password, otp } = Object(value);
        const text = [identity, password ?? 'x', otp ?? 'x'].every(
          (one) => typeof one === 'string' && one !== '',
        );
        return text ? Object(value) : checked;
      },
    },
  },
  { name: 'codes of ten steps', overrides: drifting([-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]) },
  { name: 'a brake on failed logins', overrides: braking(), options: { profile: modest, maxTimeMs: 20_000 } },
  {
    name: 'a brake that is told with HTTP 200',
    overrides: {
      ...braking(),
      ...failing(
        (status) => status,
        () => 200,
      ),
    },
    options: { profile: modest, maxTimeMs: 20_000 },
  },
  {
    name: 'a brake that never lets go',
    overrides: {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        return isRefusal(outcome) ? refuse('rate_limited', { 'Retry-After': '3600' }) : outcome;
      },
    },
    options: { profile: modest },
  },
  {
    name: 'accounts that are locked after five failures',
    overrides: locking(5),
    options: { profile: modest },
  },
  { name: 'accounts that are locked after ten failures', overrides: locking(10) },
  {
    name: 'none of our headers',
    overrides: withHeaders(
      ({ 'Cache-Control': _cache, 'X-Content-Type-Options': _sniff, ...headers }) => headers,
    ),
  },
  {
    name: 'a content type without charset',
    overrides: withHeaders((headers) => ({ ...headers, 'Content-Type': 'application/json' })),
  },
  {
    name: 'headers and cookies of a gateway',
    overrides: withHeaders((headers) => ({
      ...headers,
      Server: 'gateway/2.1',
      'X-Request-Id': randomUUID(),
      'Set-Cookie': [`affinity=${randomUUID()}`, 'seen=1; HttpOnly'],
      Vary: 'Accept-Encoding',
    })),
  },
  {
    name: 'one request a connection',
    overrides: withHeaders((headers) => ({ ...headers, Connection: 'close' })),
  },
  {
    name: 'answers in chunks',
    overrides: {
      write: (_world, response, { status, headers, body }) => {
        response.writeHead(status, { ...headers } as Record<string, string>);
        response.write(String(body).slice(0, 20));
        response.end(String(body).slice(20));
      },
    },
  },
  {
    name: 'JSON with blanks and escapes',
    overrides: {
      reply: (world, outcome, asked, latencyMs) => {
        const reply = correct.reply(world, outcome, asked, latencyMs);
        const text = JSON.stringify(JSON.parse(String(reply.body)), null, 2);
        const escaped = text.replaceAll(
          /[^\n -~]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        return { ...reply, body: `${escaped}\n` };
      },
    },
  },
  {
    name: 'one account only',
    overrides: {},
    options: { profile: { fixtures: { account: fixtures.account } } },
  },
  { name: 'no account at all', overrides: {}, options: { profile: { fixtures: {} } }, few: true },
  {
    name: 'a modest budget',
    overrides: {},
    options: { profile: modest },
  },
];

function counted(): () => string {
  let count = 1_000;
  return () => {
    count += 1;
    return String(count);
  };
}
