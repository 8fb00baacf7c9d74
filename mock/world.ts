import type { RequestHandler } from 'express';
import type { FindCaller } from '../server/http/authenticate.ts';
import { route } from '../server/http/route.ts';
import { trace } from '../server/http/trace.ts';
import { bindOperations } from '../server/operations/index.ts';
import {
  createCredential,
  credentialPrefix,
  isWellFormed,
} from '../server/security/credentials/credential.ts';
import { createId } from '../server/security/id.ts';
import { createCodeReader } from '../server/security/one-time-codes/read-code.ts';
import { readRecoveryCode } from '../server/security/one-time-codes/recovery-code-form.ts';
import { findStep } from '../server/security/one-time-codes/totp-step.ts';
import type { Random } from '../server/security/random.ts';
import type { Clock } from './clock.ts';
import { createMemoryStore, fixedCode } from './store.ts';

export interface WorldOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Of its own, so that the first token is the same however many requests came before it. */
  readonly traceRandom: Random;
  readonly tokenLifetimeMs: number;
  readonly maximumKeys: number;
  /** Accepted as a one-time code from every account with MFA, any number of times. */
  readonly otp: string | undefined;
}

/** The operations of the service over a store in memory. */
export interface World {
  readonly trace: RequestHandler;
  readonly route: RequestHandler;
  /** `later` is how many milliseconds ahead of the clock the question is asked. */
  readonly findCaller: (later: number) => FindCaller;
}

// Nothing is hashed, and codes are compared as fast as can be: all that a mock knows is public.
const readCode = createCodeReader({
  matchStep: (secret, code, now) => findStep(secret, code, now, (expected, given) => expected === given),
  hashRecoveryCode: readRecoveryCode,
});

export function createWorld({ clock, random, traceRandom, otp, ...limits }: WorldOptions): World {
  const store = createMemoryStore(random);
  const deps = {
    ...store,
    failedLogins: { begin: async () => freeAttempt },
    ...limits,
    now: clock.now,
    passwords: { verify: async (stored: string | undefined, password: string) => stored === password },
    readCode: (secret: string, code: string, now: number) =>
      code === otp ? { recoveryCodeHash: fixedCode } : readCode(secret, code, now),
    createToken: () => {
      const token = createCredential('accessToken', random);
      return { token, tokenHash: token };
    },
    createKey: () => {
      const key = createCredential('apiKey', random);
      const id = createId('key', random);
      return { id, key, keyHash: key, keyPrefix: credentialPrefix(key) };
    },
  };
  return {
    trace: trace(traceRandom),
    route: route(bindOperations(deps)),
    findCaller: (later) => async (token) =>
      isWellFormed('accessToken', token) ? store.findLive(token, clock.now() + later) : undefined,
  };
}

// A mock has no rate limits: `Prefer: code=429` returns that response.
const freeAttempt = { tryCode: async () => undefined, succeeded: async () => {}, withdraw: async () => {} };
