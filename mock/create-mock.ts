import { limits } from '../generated/contract.ts';
import { type Clock, createClock } from './clock.ts';
import { createExchange } from './exchange.ts';
import { createJournal, type Entry, type Journal } from './journal.ts';
import { type MockContract, mockContract } from './mock-contract.ts';
import { MockError } from './mock-error.ts';
import { createScenarios, type Scenario } from './scenarios.ts';
import { seededRandom } from './seeded-random.ts';
import { type Exchange, fromRequest } from './transport.ts';
import { createWorld } from './world.ts';

/** How the mock behaves. */
export interface MockOptions {
  /** The same seed and requests give the same ids, tokens, keys and trace ids. @default 1 */
  readonly seed?: number;
  /** The current time, in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** A one-time code that every account with MFA accepts, any number of times, in addition to its real ones. */
  readonly otp?: string;
  /** Added to the built-in ones. One of the same name replaces the built-in one. */
  readonly scenarios?: Readonly<Record<string, Scenario>>;
  /** The scenario of every request that does not prefer another. */
  readonly scenario?: string;
  /** Whether pages of any origin may call it. The service itself allows none by default. @default true */
  readonly cors?: boolean;
  /** @default 3600000, one hour */
  readonly tokenLifetimeMs?: number;
  /** How many active keys a user may have. @default 100 */
  readonly maximumKeys?: number;
}

/** A mock with its own state, which it shares with no other mock. */
export interface Mock {
  /** Use it in place of the global `fetch`. @throws ConnectionReset, a TypeError, where a scenario resets the connection. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** The same mock, for another kind of transport. */
  readonly exchange: Exchange;
  /** The requests so far. */
  journal(): readonly Entry[];
  /** Restores the state of the start: accounts, tokens, keys, clock, journal, scenario. */
  reset(): void;
  readonly clock: Pick<Clock, 'now' | 'advance'>;
  /** Plays a scenario for every request that does not prefer another; `undefined` for none. @throws MockError */
  use(scenario: string | undefined): void;
}

const defaults = {
  seed: 1,
  cors: true,
  tokenLifetimeMs: 60 * 60 * 1000,
  maximumKeys: limits.maximumKeys,
} as const;

/**
 * The service in memory, with its demo accounts. It needs no port, no disk and no process.
 *
 * @param contract another version of the contract, with the same operations. @default the contract of the package
 * @throws MockError when there is no such `scenario`.
 * @example
 * const mock = createMock({ seed: 1 });
 * const response = await mock.fetch('https://api.example.com/v1/auth/login', {
 *   method: 'POST',
 *   headers: { 'Content-Type': 'application/json' },
 *   body: JSON.stringify({ identity: 'ana@example.com', password: 'wrong' }),
 * });
 */
export function createMock(options: MockOptions = {}, contract: MockContract = mockContract): Mock {
  const { seed, cors, tokenLifetimeMs, maximumKeys } = { ...defaults, ...options };
  const clock = createClock(options.now ?? Date.now);
  const journal = createJournal(new Set(contract.secrets));
  let state = start();

  function start() {
    const [random, traceRandom] = [seededRandom(seed), seededRandom(~seed)];
    return {
      world: createWorld({ clock, random, traceRandom, tokenLifetimeMs, maximumKeys, otp: options.otp }),
      scenarios: createScenarios(options.scenarios ?? {}),
      scenario: options.scenario,
    };
  }
  const use = (scenario: string | undefined) => {
    const { has, names } = state.scenarios;
    if (scenario !== undefined && !has(scenario))
      throw new MockError(`no scenario "${scenario}"; there are ${names.join(', ')}`);
    state.scenario = scenario;
  };
  const reset = () => {
    clock.reset();
    journal.clear();
    state = start();
  };
  use(state.scenario);

  const exchange = createExchange({
    contract,
    clock,
    journal,
    cors,
    state: () => state,
    controls: controlsOf(clock, journal, { use, reset, names: () => state.scenarios.names }),
  });
  return {
    exchange,
    journal: journal.entries,
    clock,
    use,
    reset,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const { status, headers, body } = await exchange(fromRequest(request), { signal: request.signal });
      // A `Response` of a status without content must have no body (Fetch standard, 2.2.3).
      return new Response(status === 204 || request.method === 'HEAD' ? null : body, { status, headers });
    },
  };
}

function controlsOf(
  { now, advance }: Clock,
  journal: Journal,
  { use, reset, names }: Pick<Mock, 'use' | 'reset'> & { readonly names: () => readonly string[] },
) {
  return {
    journal: journal.entries,
    clearJournal: journal.clear,
    reset,
    now,
    advance,
    use,
    get scenarios() {
      return names();
    },
  };
}
