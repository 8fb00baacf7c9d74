import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ObserveRequest } from '../http/access-log.ts';
import type { Passwords } from '../security/passwords.ts';

export interface Metrics {
  readonly observe: ObserveRequest;
  watchPasswords(load: Passwords['load']): void;
  render(): Promise<{ readonly text: string; readonly type: string }>;
}

const prefix = 'account_access_';

/** Each label has one of a few values, defined here or in the contract. No text of a request is one. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const labelNames = ['operation', 'status', 'reason'] as const;
  const requests = new Counter({
    name: `${prefix}requests_total`,
    help: 'Requests. Operation "none" is an unknown path or a request that could not be parsed; reason "ok" is a success; status "none" is a client that left before the response.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: `${prefix}request_duration_seconds`,
    help: 'Time from the first step of a request to the end of its response.',
    labelNames: ['operation'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });

  function addGauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: prefix + name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  return {
    observe: ({ operation = 'none', status, reason, seconds }) => {
      requests.inc({ operation, status: String(status ?? 'none'), reason: reason ?? 'ok' });
      durations.observe({ operation }, seconds);
    },
    watchPasswords: (load) => {
      addGauge('passwords_running', 'Passwords that are verified now.', () => load().running);
      addGauge('passwords_waiting', 'Passwords that wait to be verified.', () => load().waiting);
    },
    render: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
}
