import { limits, type OperationId } from '../generated/contract.ts';
import { defaultAccounts, type MockAccount, readAccounts } from './accounts.ts';
import { type Clock, createClock } from './clock.ts';
import { type MockContract, mockContract } from './contract.ts';
import { createExchange } from './exchange.ts';
import { createJournal, type Entry } from './journal.ts';
import type { RequestMatch } from './match-request.ts';
import { createMemoryService } from './memory-service.ts';
import { MockError } from './mock-error.ts';
import { createDocumented } from './scenarios/documented-responses.ts';
import { createPlayer } from './scenarios/player.ts';
import { readScenarios } from './scenarios/read-scenario.ts';
import type { MockStep, Scenario, StepsFor } from './scenarios/scenario.ts';
import { type Exchange, fetchFrom } from './transport.ts';

export type { MockAccount, MockStep, RequestMatch, Scenario };

/** How the mock behaves. */
export interface MockOptions {
  /** The same seed and requests give the same ids, tokens, keys and trace ids. @default 1 */
  readonly seed?: number;
  /** The current time, in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /**
   * The users who can log in.
   *
   * @default the demo accounts, which `account-access mock` prints
   * @example [{ identity: 'ada@example.com', password: 'correct horse' }]
   */
  readonly accounts?: readonly MockAccount[];
  /** A one-time code that every account with MFA accepts, any number of times, in addition to its real ones. @default none */
  readonly otp?: string;
  /**
   * Scenarios by name, for `scenario`, `use` and the header `Prefer`. One with the name of a built-in scenario replaces it.
   *
   * @default the built-in scenarios
   * @example { conflict: { generateApiKey: [{ status: 409 }], repeat: true } }
   */
  readonly scenarios?: Readonly<Record<string, Scenario>>;
  /** The scenario in use at the start and after a `reset`. @default none */
  readonly scenario?: string;
  /** The path before `/v1`, such as `/access` behind a gateway. @default '' */
  readonly basePath?: string;
  /** Whether pages of any origin may call it. The service itself allows none by default. @default true */
  readonly cors?: boolean;
  /** @default 3600000, one hour */
  readonly tokenLifetimeMs?: number;
  /** How many active keys a user may have. @default 100 */
  readonly maximumKeys?: number;
}

/** A mock with its own state, which it shares with no other mock. */
export interface Mock {
  /**
   * Use it in place of the global `fetch`. It ignores the host of the address.
   *
   * @throws ConnectionReset, a TypeError, where a step resets the connection.
   */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /**
   * Plans the next requests of an operation, one step each. Then the mock sends true responses again.
   *
   * @param operation an operation, or `*` for each of them.
   * @throws MockError that says which field of a step is wrong, or which responses the operation has.
   * @example mock.next('login', { status: 503 }, { example: 'otp_required' });
   */
  next<Operation extends StepsFor>(
    operation: Operation,
    ...steps: readonly MockStep<Operation>[]
  ): void;
  /**
   * Repeats these steps until a `reset`, whenever `next` has none for the operation. No steps end it.
   *
   * @param operation an operation, or `*` for each of them.
   * @throws MockError that says which field of a step is wrong, or which responses the operation has.
   * @example mock.repeat('*', { latency: 300 });
   */
  repeat<Operation extends StepsFor>(
    operation: Operation,
    ...steps: readonly MockStep<Operation>[]
  ): void;
  /**
   * Starts a scenario at its first step; `undefined` ends it. Steps of `next` and `repeat` come first.
   *
   * @throws MockError when there is no scenario of this name.
   * @example mock.use('unavailable-once');
   */
  use(scenario: string | undefined): void;
  /** The requests so far. */
  journal(): readonly Entry[];
  /**
   * Throws unless a request of the operation came that matches.
   *
   * @throws MockError that lists what came, with secrets masked.
   * @example mock.expectCalled('generateApiKey', { body: { description: 'Nightly build' } });
   */
  expectCalled(operation: OperationId, match?: RequestMatch): void;
  /** The time of the mock, by which access tokens and one-time codes expire. */
  readonly clock: Pick<Clock, 'now' | 'advance' | 'set'>;
  /** Restores the state of the start: accounts, tokens, keys, clock, journal, steps, scenario. */
  reset(): void;
  /** The same mock, for another kind of transport. */
  readonly exchange: Exchange;
  /** The path before `/v1`, without a slash at the end. */
  readonly basePath: string;
}

const defaults = {
  seed: 1,
  cors: true,
  tokenLifetimeMs: 60 * 60 * 1000,
  maximumKeys: limits.maximumKeys,
} as const;

/**
 * The service in memory. It needs no port, no disk and no process.
 *
 * @param contract another version of the contract, with the same operations. @default the contract of the package
 * @throws MockError that says which option is wrong.
 * @example
 * const mock = createMock();
 * mock.next('login', { status: 503 });
 * // `retries: 0`: the client does not wait and send the request again.
 * const client = createClient({ baseUrl: 'https://api.example.com', fetch: mock.fetch, retries: 0 });
 */
export function createMock(options: MockOptions = {}, contract: MockContract = mockContract): Mock {
  const { seed, cors, tokenLifetimeMs, maximumKeys } = { ...defaults, ...options };
  const clock = createClock(options.now ?? Date.now);
  const journal = createJournal(new Set(contract.secrets.map((name) => name.toLowerCase())));
  const documented = createDocumented(contract);
  const scenarios = readScenarios(options.scenarios ?? {}, documented);
  const accounts =
    options.accounts === undefined ? defaultAccounts : readAccounts(options.accounts);
  const basePath = readBasePath(options.basePath ?? '');
  let state = start();

  function start() {
    const { otp, scenario } = options;
    const player = createPlayer(scenarios, documented);
    player.use(scenario);
    return {
      player,
      service: createMemoryService({ accounts, clock, seed, tokenLifetimeMs, maximumKeys, otp }),
    };
  }
  const reset = () => {
    clock.reset();
    journal.clear();
    state = start();
  };

  const exchange = createExchange({
    contract,
    documented,
    basePath,
    clock,
    journal,
    cors,
    state: () => state,
    controls: {
      clock,
      journal,
      reset,
      player: () => state.player,
      scenarios: [...scenarios.keys()],
    },
  });
  return {
    basePath,
    exchange,
    journal: journal.entries,
    expectCalled: journal.expectCalled,
    clock,
    next: (operation, ...steps) => state.player.next(operation, steps),
    repeat: (operation, ...steps) => state.player.repeat(operation, steps),
    use: (scenario) => state.player.use(scenario),
    reset,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      return fetchFrom(exchange, request, pathname + search);
    },
  };
}

function readBasePath(path: string): string {
  if (/^(\/[\w.~-]+)*\/?$/.test(path)) return path.replace(/\/$/, '');
  throw new MockError(`basePath: must be a path such as /access, without a query; it is "${path}"`);
}
