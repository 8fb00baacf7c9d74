import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ObserveRequest } from '../../server/http/steps/measure.ts';
import type { PasswordLoad } from '../../server/security/passwords/bounded-passwords.ts';
import type { ObserveCall } from './observe-store.ts';

/** Each label has one of few values, all of them our words: nothing that a request brought becomes one. */
export interface Metrics {
  requests(listener: 'public' | 'internal'): ObserveRequest;
  readonly storeCall: ObserveCall;
  /** Asked whenever the metrics are. */
  watchPasswords(load: () => PasswordLoad): void;
  render(): Promise<{ readonly text: string; readonly type: string }>;
}

const prefix = 'account_access_';

/** Metrics in a registry of their own, with those of the process: event loop, memory, processor time. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const labelNames = ['listener', 'operation', 'status', 'reason'] as const;
  const requests = new Counter({
    name: `${prefix}requests_total`,
    help: 'Requests answered. Operation "none" is an unknown path or a request that could not be read; reason "ok" a success.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: `${prefix}request_duration_seconds`,
    help: 'From the first step of a request to the end of its answer.',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const calls = new Histogram({
    name: `${prefix}store_call_duration_seconds`,
    help: 'What the service asked of its store, with waiting for its turn and for the disk.',
    labelNames: ['call', 'outcome'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 10],
    registers,
  });
  const outages = new Counter({
    name: `${prefix}store_outages_total`,
    help: 'Calls that the store could not do at that time.',
    registers,
  });

  return {
    requests: (listener) => (request) => {
      const labels = {
        listener,
        operation: request.operation ?? 'none',
        // The peer went away before its answer.
        status: String(request.status ?? 'none'),
        reason: request.reason ?? (request.status === undefined ? 'peer_gone' : 'ok'),
      };
      requests.inc(labels);
      if (request.seconds !== undefined) durations.observe(labels, request.seconds);
    },
    storeCall: ({ call, outcome, seconds }) => {
      calls.observe({ call, outcome }, seconds);
      if (outcome === 'outage') outages.inc();
    },
    watchPasswords: (load) => {
      gauge('passwords_running', 'Passwords that are being verified.', () => load().running);
      gauge('passwords_waiting', 'Passwords that wait for their turn.', () => load().waiting);
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
