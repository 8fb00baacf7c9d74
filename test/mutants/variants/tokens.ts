import { createHmac, randomUUID } from 'node:crypto';
import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { withLoginData } from '../mutants/overrides.ts';
import type { Variant } from '../variant.ts';

const jwtSecret = randomUUID();
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string) => createHmac('sha256', jwtSecret).update(text).digest('base64url');

const jsonWebTokens: Partial<Behaviour> = {
  newToken: (_world, { id }) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: id, jti: randomUUID(), exp: Date.now() / 1000 + 3600 })}`;
    return `${text}.${sign(text)}`;
  },
  // Compares the bytes of the signature, not its characters, as libraries do.
  findSession: (world, given) => {
    const [head, payload, signature = ''] = given.split('.');
    const text = `${head}.${payload}`;
    if (given.split('.').length !== 3 || !/^[\w.-]+$/.test(given)) return undefined;
    const right = Buffer.from(sign(text), 'base64url').equals(Buffer.from(signature, 'base64url'));
    if (!right) return undefined;
    return correct.findSession(world, `${text}.${sign(text)}`);
  },
};

/** Accepts active keys in place of access tokens. */
export const keysAsBearer: Partial<Behaviour> = {
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

export const tokenVariants: readonly Variant[] = [
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
  { name: 'tokens that are JSON Web Tokens', overrides: jsonWebTokens },
  {
    name: 'tokens in any letter case',
    overrides: {
      // Wherever a check changes one character, it meets an "a", for which "A" is no other character here.
      newToken: (world, account) =>
        'a'.repeat(120) + correct.newToken(world, account).toLowerCase() + 'a'.repeat(10),
      findSession: (world, token) => correct.findSession(world, token.toLowerCase()),
    },
  },
  {
    name: 'tokens that live for twenty seconds',
    overrides: {
      openSession: (world, account) => {
        const session = { ...correct.openSession(world, account), until: world.now() + 20_000 };
        world.sessions.set(session.token, session);
        return session;
      },
      ...withLoginData(({ expires_in: _, ...data }) => data),
    },
  },
  { name: 'tokens that are UUIDs', overrides: { newToken: () => randomUUID() } },
  {
    name: 'tokens that expire after three seconds',
    overrides: {
      openSession: (world, account) => {
        const session = { ...correct.openSession(world, account), until: world.now() + 3_000 };
        world.sessions.set(session.token, session);
        return session;
      },
      loginResult: (world, session) => ({ ...correct.loginResult(world, session), expires_in: 3 }),
    },
  },
];
