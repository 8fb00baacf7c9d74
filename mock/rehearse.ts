import type { Outgoing, Step } from '../server/http/incoming.ts';
import { operationOf } from '../server/http/incoming.ts';
import type { SendDocumented } from './documented-responses.ts';
import { MockError } from './mock-error.ts';
import type { Scenarios } from './scenarios.ts';
import type { MockIncoming } from './transport.ts';

export interface Rehearsal {
  readonly scenarios: Scenarios;
  /** The scenario of every request that does not prefer another. */
  readonly scenario: string | undefined;
}

/**
 * Does what the client or the scenario wants the mock to do with this request: waits, sends a documented response, or goes on.
 */
export function rehearse(rehearsal: () => Rehearsal, sendDocumented: SendDocumented): Step<MockIncoming> {
  return (incoming, outgoing) => {
    const { preference } = incoming;
    const { scenarios, scenario: active } = rehearsal();
    const scenario = preference.scenario ?? active;
    if (scenario !== undefined) incoming.scenarioStep = scenarios.next(scenario, operationOf(incoming).id);
    const latency = preference.latency ?? incoming.scenarioStep.latency ?? 0;
    if (!(latency >= 0)) throw new MockError('a latency is a number of milliseconds, 0 or more: latency=500');
    if (latency === 0) return respond(incoming, outgoing);
    incoming.signal = incoming.transport.signal;
    return pause(latency, incoming.signal).then(() => respond(incoming, outgoing));
  };

  function respond(incoming: MockIncoming, outgoing: Outgoing): 'sent' | undefined {
    const { preference, scenarioStep } = incoming;
    const { code = scenarioStep.code, example = scenarioStep.example } = preference;
    if (code === undefined && example === undefined) return undefined;
    sendDocumented({ code, example }, incoming, outgoing);
    return 'sent';
  }
}

// Node does not wait at all for longer than this.
const longestMs = 2 ** 31 - 1;

/** Waits. Rejects with the signal's reason when the signal says that nobody waits for the response any more. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const end = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, longestMs));
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}
