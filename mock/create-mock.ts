import { type Clock, createClock } from './clock.ts';
import { createExchange } from './exchange.ts';
import { createJournal, type Entry, type Journal } from './journal.ts';
import { type MockContract, mockContract } from './mock-contract.ts';
import { MockError } from './mock-error.ts';
import { createScenarios, type Scenario } from './scenarios.ts';
import { seededRandom } from './seeded-random.ts';
import { type Exchange, fromRequest } from './transport.ts';
import { createWorld } from './world.ts';

/** How the mock behaves, where it differs from its defaults. */
export interface MockOptions {
  /** Ids, tokens, keys and trace ids are the same again for the same seed and requests. */
  readonly seed?: number;
  /** The time to begin with, in milliseconds since 1970; the computer's clock unless given. */
  readonly now?: () => number;
  /** A one-time code that every account with MFA accepts, any number of times, beside its real ones. */
  readonly otp?: string;
  /** Beside the built-in ones, or in their place. */
  readonly scenarios?: Readonly<Record<string, Scenario>>;
  /** For every request that does not prefer another. */
  readonly scenario?: string;
  /** Whether pages of any origin may call it; `true` unless given. The service itself lets none. */
  readonly cors?: boolean;
  readonly tokenLifetimeMs?: number;
  readonly maximumKeys?: number;
}

/** A mock with a state of its own: two of them know nothing of each other. */
export interface Mock {
  /** In place of the global `fetch`. @throws ConnectionReset (a TypeError), where a scenario resets the connection. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** The same engine, for a transport of another kind. */
  readonly exchange: Exchange;
  /** What was asked so far. */
  journal(): readonly Entry[];
  /** Everything as it was at the start: accounts, tokens, keys, clock, journal, scenario. */
  reset(): void;
  readonly clock: Pick<Clock, 'now' | 'advance'>;
  /** Plays a scenario for every request that does not prefer another; `undefined` for none. @throws MockError */
  use(scenario: string | undefined): void;
}

const defaults = { seed: 1, cors: true, tokenLifetimeMs: 60 * 60 * 1000, maximumKeys: 100 } as const;

/**
 * The service in memory, with its demo accounts: no port, no disk, no process of its own.
 *
 * @param contract another edition of the contract than the package's, with the same operations.
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
      // Statuses without content are answered without a body (Fetch standard, 2.2.3).
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
