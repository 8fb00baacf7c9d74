import { createHmac, randomUUID } from 'node:crypto';
import { codeOf } from '../../../examples/implementations/node-http/totp.ts';
import type { Behaviour, State } from '../model/behaviour.ts';
import { correct, stepAt } from '../model/correct.ts';
import type { Freedoms } from '../mutant.ts';
import { acceptingCodes, isActive, keysAsBearer, withHeaders, withLoginData } from '../overrides.ts';

export const codeFreedoms: Freedoms = {
  'a clock that is an hour fast': {
    matchStep: (state: State, { totpSecret = '' }, code) => {
      const now = stepAt(state.now() + 3_600_000);
      return [now + 1, now, now - 1].find((step) => codeOf(step, totpSecret) === code);
    },
    ...withHeaders(({ Date: date, ...headers }) => ({
      ...headers,
      Date: new Date(Date.parse(String(date)) + 3_600_000).toUTCString(),
    })),
  },
  'codes of five steps': acceptingCodes([-2, -1, 0, 1, 2]),
};

const jwtSecret = randomUUID();
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string) => createHmac('sha256', jwtSecret).update(text).digest('base64url');

const jsonWebTokens: Partial<Behaviour> = {
  newToken: (_state, { id }) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: id, jti: randomUUID(), exp: Date.now() / 1000 + 3600 })}`;
    return `${text}.${sign(text)}`;
  },
  // Compares the bytes of the signature, not its characters, as libraries do.
  findSession: (state, given) => {
    const [head, payload, signature = ''] = given.split('.');
    const text = `${head}.${payload}`;
    if (given.split('.').length !== 3 || !/^[\w.-]+$/.test(given)) return undefined;
    const right = Buffer.from(sign(text), 'base64url').equals(Buffer.from(signature, 'base64url'));
    if (!right) return undefined;
    return correct.findSession(state, `${text}.${sign(text)}`);
  },
};

export const tokenFreedoms: Freedoms = {
  'keys accepted as bearer tokens': keysAsBearer(isActive),
  'tokens that are JSON Web Tokens': jsonWebTokens,
  'tokens in any letter case': {
    // Wherever a check changes one character, it meets an "a", for which "A" is no other character here.
    newToken: (state, account) =>
      'a'.repeat(120) + correct.newToken(state, account).toLowerCase() + 'a'.repeat(10),
    findSession: (state, token) => correct.findSession(state, token.toLowerCase()),
  },
  'tokens that live for twenty seconds': {
    openSession: (state, account) => {
      const session = { ...correct.openSession(state, account), until: state.now() + 20_000 };
      state.sessions.set(session.token, session);
      return session;
    },
    ...withLoginData(({ expires_in: _, ...data }) => data),
  },
  'tokens that expire after three seconds': {
    openSession: (state, account) => {
      const session = { ...correct.openSession(state, account), until: state.now() + 3_000 };
      state.sessions.set(session.token, session);
      return session;
    },
    loginResult: (state, session) => ({ ...correct.loginResult(state, session), expires_in: 3 }),
  },
};
