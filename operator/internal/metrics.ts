import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ObserveRequest } from '../../server/http/observe.ts';
import type { PasswordLoad } from '../../server/security/passwords/bounded-passwords.ts';
import type { Store } from '../../server/store/open-store.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const prefix = 'account_access_';

/** Each label has one of a few values, defined here or in the contract. No text of a request is one. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const labelNames = ['listener', 'operation', 'status', 'reason'] as const;
  const requests = new Counter({
    name: `${prefix}requests_total`,
    help: 'Requests with a response. Operation "none" is an unknown path or a request that could not be parsed; reason "ok" is a success.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: `${prefix}request_duration_seconds`,
    help: 'Time from the first step of a request to the end of its response.',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const calls = new Histogram({
    name: `${prefix}store_call_duration_seconds`,
    help: 'Time of a call of the store, with the time that it waits for its turn and for the disk.',
    labelNames: ['call', 'outcome'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 10],
    registers,
  });
  const outages = new Counter({
    name: `${prefix}store_outages_total`,
    help: 'Calls that failed because the store was unavailable.',
    registers,
  });

  return {
    requests:
      (listener: 'public' | 'internal'): ObserveRequest =>
      (request) => {
        const labels = {
          listener,
          operation: request.operation ?? 'none',
          // The client disconnected before the response.
          status: String(request.status ?? 'none'),
          reason: request.reason ?? (request.status === undefined ? 'peer_gone' : 'ok'),
        };
        requests.inc(labels);
        if (request.seconds !== undefined) durations.observe(labels, request.seconds);
      },
    storeCall: ({ call, outcome, seconds }: ObservedCall) => {
      calls.observe({ call, outcome }, seconds);
      if (outcome === 'outage') outages.inc();
    },
    /** `load` is called for each reading of the metrics. */
    watchPasswords: (load: () => PasswordLoad) => {
      gauge('passwords_running', 'Passwords that are being verified now.', () => load().running);
      gauge('passwords_waiting', 'Passwords that wait to be verified.', () => load().waiting);
    },
    /** `dropped` is called for each reading of the metrics. */
    watchLog: (dropped: () => number) => {
      new Counter({
        name: `${prefix}log_lines_dropped_total`,
        help: 'Lines of the log that were dropped, because they could not be written in time.',
        registers,
        collect() {
          this.reset();
          this.inc(dropped());
        },
      });
    },
    render: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: prefix + name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
}

/** A call of the store, by its name in the code, such as `apiKeys.create`. */
interface ObservedCall {
  readonly call: string;
  readonly outcome: 'done' | 'outage' | 'failed';
  readonly seconds: number;
}

/** The same store, with each call timed. */
export function observeStore(store: Store, observe: Metrics['storeCall']): Store {
  const parts = Object.entries(store).map(([name, part]) => [
    name,
    typeof part === 'object' && part !== null ? observed(part, name) : part,
  ]);
  // The same properties. Those that are objects behave as before.
  return Object.fromEntries(parts) as Store;

  function observed<Part extends object>(part: Part, name: string): Part {
    return new Proxy(part, {
      get(target, method, receiver) {
        const value = Reflect.get(target, method, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) =>
          timed(`${name}.${String(method)}`, () => value.apply(target, given));
      },
    });
  }

  function timed(call: string, work: () => unknown): unknown {
    const startedAt = performance.now();
    const result = work();
    if (!(result instanceof Promise)) return result;
    const report = (outcome: ObservedCall['outcome']) =>
      observe({ call, outcome, seconds: (performance.now() - startedAt) / 1000 });
    return result.then(
      (value) => {
        report('done');
        return value;
      },
      (error) => {
        report(store.isOutage(error) ? 'outage' : 'failed');
        throw error;
      },
    );
  }
}
