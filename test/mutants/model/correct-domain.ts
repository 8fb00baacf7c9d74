import { createHash } from 'node:crypto';
import type { Behaviour } from './behaviour.ts';
import { invalid, refuse } from './outcome.ts';
import { randomString } from './random-string.ts';
import { codeOf, stepAt } from './totp.ts';

type Domain =
  | 'login'
  | 'findAccount'
  | 'identityKey'
  | 'verifyPassword'
  | 'useCode'
  | 'matchStep'
  | 'openSession'
  | 'loginResult'
  | 'newToken'
  | 'findSession'
  | 'generate'
  | 'repeatableId'
  | 'remember'
  | 'repeat'
  | 'newKey'
  | 'generateResult'
  | 'revoke'
  | 'findKey'
  | 'markRevoked'
  | 'revokeResult'
  | 'checkLogin'
  | 'checkGenerate';

const hourMs = 3_600_000;
const maxSessions = 20;
const maxKeys = 100;

export const correctDomain: Pick<Behaviour, Domain> = {
  checkLogin: (value) => {
    const body = checkFields(value, { identity: [3, 254], password: [1, 1024], otp: [1, 64] });
    if ('reason' in body) return body;
    const { identity } = body;
    if (identity === undefined) return invalid('/body/identity', 'required', 'is required');
    if (!identityForm.test(identity) || controls.test(identity)) {
      return invalid('/body/identity', 'pattern', 'has the wrong form');
    }
    return { ...body, identity };
  },
  checkGenerate: (value) => {
    const body = checkFields(value, { description: [0, 255] });
    if ('reason' in body) return body;
    if (body.description !== undefined && controls.test(body.description)) {
      return invalid('/body/description', 'pattern', 'has control characters');
    }
    return body;
  },

  login: async (world, { identity, password, otp }) => {
    const { behaviour } = world;
    if (password === undefined) return refuse('password_required');
    const account = behaviour.findAccount(world, identity);
    const right = await behaviour.verifyPassword(world, account, password);
    if (account === undefined || !right || account.disabled) return refuse('invalid_credentials');
    if (account.totpSecret !== undefined) {
      if (otp === undefined) return refuse('otp_required');
      if (!(await behaviour.useCode(world, account, otp))) return refuse('otp_invalid');
    }
    return { data: behaviour.loginResult(world, behaviour.openSession(world, account)) };
  },
  findAccount: (world, identity) => world.accounts.get(world.behaviour.identityKey(identity)),
  identityKey: (identity) => identity.normalize('NFC').toLowerCase(),
  verifyPassword: async (_world, account, password) => hash(account?.password ?? '') === hash(password),
  useCode: async (world, account, code) => {
    if (account.recoveryCodes.delete(code)) return true;
    const step = world.behaviour.matchStep(world, account, code);
    if (step === undefined || step <= account.lastStep) return false;
    account.lastStep = step;
    return true;
  },
  matchStep: (world, { totpSecret = '' }, code) => {
    const now = stepAt(world.now());
    return [now + 1, now, now - 1].find((step) => codeOf(totpSecret, step) === code);
  },
  openSession: (world, account) => {
    const token = world.behaviour.newToken(world, account);
    const session = { token, owner: account, until: world.now() + hourMs };
    world.sessions.set(token, session);
    const own = [...world.sessions.values()].filter(({ owner }) => owner === account);
    for (const { token: oldest } of own.slice(0, -maxSessions)) world.sessions.delete(oldest);
    return session;
  },
  loginResult: (_world, { token, owner }) => ({
    access_token: token,
    token_type: 'Bearer',
    expires_in: hourMs / 1000,
    me_id: owner.id,
    mfa_enabled: owner.totpSecret !== undefined,
    nickname: owner.nickname,
  }),
  newToken: () => `aat_${randomString(49)}`,
  findSession: (world, token) => {
    const session = world.sessions.get(token);
    return session !== undefined && session.until > world.now() ? session : undefined;
  },

  generate: async (world, owner, description, idempotencyKey) => {
    const id = idempotencyKey === undefined ? undefined : world.behaviour.repeatableId(owner, idempotencyKey);
    const earlier = id === undefined ? undefined : world.repeatables.get(id);
    if (earlier !== undefined) return world.behaviour.repeat(world, earlier, description);
    const active = [...world.keys.values()].filter(
      (key) => key.owner === owner && key.revokedAt === undefined,
    );
    if (active.length >= maxKeys) return refuse('key_limit_reached');
    const key = world.behaviour.newKey(world, owner, description);
    world.keys.set(key.id, key);
    if (id !== undefined) await world.behaviour.remember(world, id, { key, description });
    return { data: world.behaviour.generateResult(world, key) };
  },
  repeatableId: (owner, idempotencyKey) => `${owner.id} ${idempotencyKey}`,
  remember: async (world, id, repeatable) => {
    world.repeatables.set(id, repeatable);
  },
  repeat: (world, { key, description: before }, description) => {
    if (description !== before) return refuse('idempotency_conflict');
    if (key.revokedAt !== undefined) return refuse('idempotency_key_spent');
    return { data: world.behaviour.generateResult(world, key) };
  },
  newKey: (world, owner, description) => ({
    id: `key_${randomString(22)}`,
    secret: `aak_${randomString(49)}`,
    owner,
    description,
    createdAt: world.now(),
    revokedAt: undefined,
  }),
  generateResult: (_world, { id, secret, description, createdAt }) => ({
    id,
    api_key: secret,
    key_prefix: secret.slice(0, 12),
    description: description ?? '',
    note: 'This is a root-level key. Store it now: the service keeps only a hash of it.',
    created_at: new Date(createdAt).toISOString(),
  }),
  revoke: async (world, owner, id) => {
    const key = world.behaviour.findKey(world, owner, id);
    if (key === undefined) return refuse('key_not_found');
    await world.behaviour.markRevoked(world, key);
    return { data: world.behaviour.revokeResult(world, key) };
  },
  findKey: (world, owner, id) => {
    const key = world.keys.get(id);
    return key?.owner === owner ? key : undefined;
  },
  markRevoked: async (world, key) => {
    key.revokedAt ??= world.now();
  },
  revokeResult: (world, { id, revokedAt }) => ({
    message: 'API key revoked',
    id,
    revoked_at: new Date(revokedAt ?? world.now()).toISOString(),
  }),
};

const controls = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const identityForm = /^[^\s@]+@[^\s@]+$/u;

/** Checks for an object whose fields are known, are strings, and have a length between the bounds. */
function checkFields<Name extends string>(value: unknown, bounds: Record<Name, readonly [number, number]>) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid('/body', 'type', 'must be an object');
  }
  const known: Partial<Record<string, readonly [number, number]>> = bounds;
  const body: Partial<Record<string, string>> = {};
  for (const [name, field] of Object.entries(value)) {
    const bound = Object.hasOwn(known, name) ? known[name] : undefined;
    if (bound === undefined) return invalid('/body', 'additionalProperties', 'has an unknown field');
    if (typeof field !== 'string') return invalid(`/body/${name}`, 'type', 'must be a string');
    const length = [...field].length;
    if (length < bound[0]) return invalid(`/body/${name}`, 'minLength', 'is too short');
    if (length > bound[1]) return invalid(`/body/${name}`, 'maxLength', 'is too long');
    body[name] = field;
  }
  // The loop accepts only names in `bounds`.
  return body as Partial<Record<Name, string>>;
}

// Not a slow hash, because the tests call it hundreds of times.
function hash(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}
