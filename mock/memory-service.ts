import { trace } from '../server/http/context.ts';
import { runOperation } from '../server/http/run-operation.ts';
import { bindOperations } from '../server/operations/index.ts';
import type { Caller } from '../server/operations/operation.ts';
import { createCredential, credentialPrefix, isWellFormed } from '../server/security/credential.ts';
import { createCodeReader, findStep, readRecoveryCode } from '../server/security/one-time-codes.ts';
import { createId, type Random } from '../server/security/random.ts';
import type { MockAccount } from './accounts.ts';
import type { Clock } from './clock.ts';
import { createMemoryStore, fixedCode } from './memory-store.ts';

interface MemoryServiceOptions {
  readonly accounts: readonly MockAccount[];
  readonly clock: Clock;
  readonly seed: number;
  readonly tokenLifetimeMs: number;
  readonly maximumKeys: number;
  /** A one-time code that every account with MFA accepts, any number of times. */
  readonly otp: string | undefined;
}

// Nothing is hashed, and the time of a comparison does not matter: all that a mock knows is public.
const readCode = createCodeReader({
  matchStep: (secret, code, now) =>
    findStep(secret, code, now, (expected, given) => expected === given),
  hashRecoveryCode: readRecoveryCode,
});

export type MemoryService = ReturnType<typeof createMemoryService>;

export function createMemoryService({
  accounts,
  clock,
  seed,
  otp,
  ...limits
}: MemoryServiceOptions) {
  const random = seededRandom(seed);
  // Of its own, so that the first token is the same after any number of requests.
  const traceRandom = seededRandom(~seed);
  const store = createMemoryStore(accounts, random);
  const deps = {
    // Without `failedLogins`, as a mock has no rate limits: `Prefer: code=429` returns that response.
    ...store,
    ...limits,
    now: clock.now,
    passwords: {
      verify: async (stored: string | undefined, password: string) => stored === password,
    },
    readCode: (secret: string, code: string, now: number) =>
      code === otp ? { recoveryCodeHash: fixedCode } : readCode(secret, code, now),
    createToken: () => {
      const token = createCredential('accessToken', random);
      return { token, tokenHash: token };
    },
    createKeyId: () => createId('key', random),
    // The key material is the key itself.
    createKeyMaterial: () => createCredential('apiKey', random),
    createKey: (source?: { readonly keyMaterial: string }) => {
      const key = source?.keyMaterial ?? createCredential('apiKey', random);
      return { key, keyHash: key, keyPrefix: credentialPrefix(key) };
    },
  };
  return {
    trace: trace(traceRandom),
    operation: runOperation(bindOperations(deps)),
    findCaller: async (token: string): Promise<Caller | undefined> =>
      isWellFormed('accessToken', token) ? store.findLive(token, clock.now()) : undefined,
  };
}

/** Gives the same bytes for the same seed (Mulberry32). A mock has no secrets, so the bytes may be predictable. */
function seededRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let index = 0; index < length; index += 1) bytes[index] = next();
    return bytes;
  };
}
