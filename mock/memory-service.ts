import { createTraceId } from '../server/http/envelope.ts';
import { Problem } from '../server/http/problem.ts';
import { generateApiKey } from '../server/operations/generate-api-key.ts';
import { login } from '../server/operations/login.ts';
import type { Input, OperationId } from '../server/operations/operation.ts';
import { revokeApiKey } from '../server/operations/revoke-api-key.ts';
import { createCredential, credentialPrefix, isWellFormed } from '../server/security/credential.ts';
import { createCodeReader, findStep, readRecoveryCode } from '../server/security/one-time-codes.ts';
import { createId, type Random } from '../server/security/random.ts';
import type { Caller } from '../server/store/store.ts';
import type { MockAccount } from './accounts.ts';
import type { Clock } from './clock.ts';
import type { MockContext } from './context.ts';
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

type SetHeader = (name: string, value: string) => void;

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
    // Without `loginLimits`, as a mock has no rate limits: `Prefer: code=429` returns that response.
    ...store,
    ...limits,
    now: clock.now,
    verifyPassword: async (stored: string | undefined, password: string) => stored === password,
    readCode: (secret: string, code: string, now: number) =>
      code === otp ? { recoveryCodeHash: fixedCode } : readCode(secret, code, now),
    createToken: () => {
      const token = createCredential('accessToken', random);
      return { token, tokenHash: token };
    },
    createKeyId: () => createId('key', random),
    createKey: () => {
      const key = createCredential('apiKey', random);
      return { key, keyHash: key, keyPrefix: credentialPrefix(key) };
    },
  };
  /** One line per operation. It does not compile when an operation of the contract is missing. */
  const operations = {
    login: (input: Input<'login'>) => login(deps, input),
    generateApiKey: (input: Input<'generateApiKey'>) => generateApiKey(deps, input),
    revokeApiKey: (input: Input<'revokeApiKey'>) => revokeApiKey(deps, input),
  } as const satisfies { readonly [Id in OperationId]: (input: Input<Id>) => Promise<object> };

  return {
    createTraceId: () => createTraceId(traceRandom),
    /** The payload of the response. @throws Problem */
    run: (context: MockContext, setHeader: SetHeader): Promise<object> => {
      if (context.operation === undefined) throw new Error('the operation is found before it runs');
      // Each id is that of its operation, and `validate` has checked the input.
      const operate = operations[context.operation.id] as (input: unknown) => Promise<object>;
      return operate(inputOf(context, setHeader));
    },
    findCaller: async (token: string): Promise<Caller | undefined> =>
      isWellFormed('accessToken', token) ? store.findLive(token, clock.now()) : undefined,
  };
}

function inputOf({ body, operation, request, traceId, caller }: MockContext, setHeader: SetHeader) {
  return {
    body,
    path: operation?.path ?? {},
    headers: request.headers,
    address: '',
    traceId,
    setHeader,
    get caller() {
      if (caller === undefined) throw new Problem('token_missing');
      return caller;
    },
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
