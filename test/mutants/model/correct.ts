import { hash } from 'node:crypto';
import type { ErrorObject } from 'ajv';
import { codeOf } from '../../../examples/implementations/node-http/totp.ts';
import * as compiled from '../../../generated/mock-validators.ts';
import { randomString } from './accounts.ts';
import { type Behaviour, invalid, type LoginBody, type Refusal, refuse } from './behaviour.ts';
import { correctHttp } from './correct-http.ts';

/** The time step of a one-time code. */
export const stepAt = (nowMs: number) => Math.floor(nowMs / 30_000);

interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly Partial<ErrorObject>[] | null;
}
const validators: Readonly<Record<'login' | 'generateApiKey', Validator>> = compiled;

const hourMs = 3_600_000;
const maxSessions = 20;
const maxKeys = 100;

/** A server without errors. */
export const correct: Behaviour = {
  ...correctHttp,

  checkLogin: (value) => checked<LoginBody>(validators.login, value),
  checkGenerate: (value) => checked<{ description?: string }>(validators.generateApiKey, value),

  login: async (state, { identity, password, otp }) => {
    const { behaviour } = state;
    if (password === undefined) return refuse('password_required');
    const account = behaviour.findAccount(state, identity);
    const right = await behaviour.verifyPassword(state, account, password);
    if (account === undefined || !right || account.disabled) return refuse('invalid_credentials');
    if (account.totpSecret !== undefined) {
      if (otp === undefined) return refuse('otp_required');
      if (!(await behaviour.useCode(state, account, otp))) return refuse('otp_invalid');
    }
    return { data: behaviour.loginResult(state, behaviour.openSession(state, account)) };
  },
  findAccount: (state, identity) => state.accounts.get(state.behaviour.identityKey(identity)),
  identityKey: (identity) => identity.normalize('NFC').toLowerCase(),
  // Not a slow hash, because the tests call it hundreds of times.
  verifyPassword: async (_state, account, password) =>
    hash('sha256', account?.password ?? '') === hash('sha256', password),
  useCode: async (state, account, code) => {
    if (account.recoveryCodes.delete(code)) return true;
    const step = state.behaviour.matchStep(state, account, code);
    if (step === undefined || step <= account.lastStep) return false;
    account.lastStep = step;
    return true;
  },
  matchStep: (state, { totpSecret = '' }, code) => {
    const now = stepAt(state.now());
    return [now + 1, now, now - 1].find((step) => codeOf(step, totpSecret) === code);
  },
  openSession: (state, account) => {
    const token = state.behaviour.newToken(state, account);
    const session = { token, owner: account, until: state.now() + hourMs };
    state.sessions.set(token, session);
    const own = [...state.sessions.values()].filter(({ owner }) => owner === account);
    for (const { token: oldest } of own.slice(0, -maxSessions)) state.sessions.delete(oldest);
    return session;
  },
  loginResult: (_state, { token, owner }) => ({
    access_token: token,
    token_type: 'Bearer',
    expires_in: hourMs / 1000,
    me_id: owner.id,
    mfa_enabled: owner.totpSecret !== undefined,
    nickname: owner.nickname,
  }),
  newToken: () => `aat_${randomString(49)}`,
  findSession: (state, token) => {
    const session = state.sessions.get(token);
    return session !== undefined && session.until > state.now() ? session : undefined;
  },

  generate: async (state, owner, description, idempotencyKey) => {
    const id =
      idempotencyKey === undefined
        ? undefined
        : state.behaviour.repeatableId(owner, idempotencyKey);
    const earlier = id === undefined ? undefined : state.repeatables.get(id);
    if (earlier !== undefined) return state.behaviour.repeat(state, earlier, description);
    const active = [...state.keys.values()].filter(
      (key) => key.owner === owner && key.revokedAt === undefined,
    );
    if (active.length >= maxKeys) return refuse('key_limit_reached');
    const key = state.behaviour.newKey(state, owner, description);
    state.keys.set(key.id, key);
    if (id !== undefined) await state.behaviour.remember(state, id, { key, description });
    return { data: state.behaviour.generateResult(state, key) };
  },
  repeatableId: (owner, idempotencyKey) => `${owner.id} ${idempotencyKey}`,
  remember: async (state, id, repeatable) => {
    state.repeatables.set(id, repeatable);
  },
  repeat: (state, { key, description: before }, description) => {
    if (description !== before) return refuse('idempotency_conflict');
    if (key.revokedAt !== undefined) return refuse('idempotency_key_spent');
    return { data: state.behaviour.generateResult(state, key) };
  },
  newKey: (state, owner, description) => ({
    id: `key_${randomString(22)}`,
    secret: `aak_${randomString(49)}`,
    owner,
    description,
    createdAt: state.now(),
    revokedAt: undefined,
  }),
  generateResult: (_state, { id, secret, description, createdAt }) => ({
    id,
    api_key: secret,
    key_prefix: secret.slice(0, 12),
    description: description ?? '',
    note: 'This is a root-level key. Store it now: the service keeps only a hash of it.',
    created_at: new Date(createdAt).toISOString(),
  }),
  revoke: async (state, owner, id) => {
    const key = state.behaviour.findKey(state, owner, id);
    if (key === undefined) return refuse('key_not_found');
    await state.behaviour.markRevoked(state, key);
    return { data: state.behaviour.revokeResult(state, key) };
  },
  findKey: (state, owner, id) => {
    const key = state.keys.get(id);
    return key?.owner === owner ? key : undefined;
  },
  markRevoked: async (state, key) => {
    key.revokedAt ??= state.now();
  },
  revokeResult: (state, { id, revokedAt }) => ({
    message: 'API key revoked',
    id,
    revoked_at: new Date(revokedAt ?? state.now()).toISOString(),
  }),
};

function checked<Body>(validator: Validator, value: unknown): Body | Refusal {
  // By the schema of the contract.
  if (validator(value)) return value as Body;
  const [{ instancePath = '', keyword = 'type', message = 'is wrong' } = {}] =
    validator.errors ?? [];
  return invalid(`/body${instancePath}`, keyword, message);
}
