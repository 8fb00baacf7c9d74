import { joinBytes } from '../server/http/body/bytes.ts';
import { parseStrictJson } from '../server/http/body/strict-json.ts';
import type { Outgoing, Step } from '../server/http/incoming.ts';
import { Problem } from '../server/http/problem.ts';
import { sendData } from '../server/http/steps/envelope.ts';
import type { Entry } from './journal.ts';
import { MockError } from './mock-error.ts';
import type { MockIncoming } from './transport.ts';

/** Where clients control the mock: outside `/v1`, so that it hides no path of the contract. */
const controlPath = '/__mock';

export interface Controls {
  journal(): readonly Entry[];
  clearJournal(): void;
  reset(): void;
  now(): number;
  advance(ms: number): void;
  use(scenario: string | undefined): void;
  readonly scenarios: readonly string[];
}

type Action = (controls: Controls, body: unknown) => object;

const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  '/scenario': {
    GET: ({ scenarios }) => ({ scenarios }),
    POST: (controls, body) => {
      const name = field(body, 'name');
      if (typeof name !== 'string' && name !== null)
        throw new MockError('send {"name": "<scenario>"}, or {"name": null} for none');
      controls.use(name ?? undefined);
      return { name };
    },
  },
  '/journal': {
    GET: (controls) => ({ entries: controls.journal() }),
    DELETE: (controls) => {
      controls.clearJournal();
      return { entries: [] };
    },
  },
  '/clock': {
    GET: (controls) => ({ now: new Date(controls.now()).toISOString() }),
    POST: (controls, body) => {
      const seconds = field(body, 'advance');
      if (typeof seconds !== 'number' || Math.abs(seconds) > maximumSeconds)
        throw new MockError('send {"advance": <seconds>}');
      controls.advance(seconds * 1000);
      return { now: new Date(controls.now()).toISOString() };
    },
  },
  '/reset': {
    POST: (controls) => {
      controls.reset();
      return {};
    },
  },
};

// A hundred years.
const maximumSeconds = 100 * 366 * 24 * 60 * 60;

function isControl(target: string): boolean {
  return target === controlPath || target.startsWith(`${controlPath}/`);
}

/** Handles the requests that control the mock. @throws Problem for an unknown path or method, MockError for a wrong body. */
export function control(controls: Controls): Step<MockIncoming> {
  return (incoming, outgoing) =>
    isControl(incoming.target) ? runAction(controls, incoming, outgoing) : undefined;
}

async function runAction(controls: Controls, incoming: MockIncoming, outgoing: Outgoing): Promise<'sent'> {
  const { message, method, target } = incoming;
  const methods = actions[target.slice(controlPath.length)];
  if (methods === undefined) throw new Problem('not_found');
  const action = methods[method];
  if (action === undefined)
    throw new Problem('method_not_allowed', { headers: { Allow: Object.keys(methods).join(', ') } });
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const bytes = joinBytes(chunks);
  sendData(incoming, outgoing, action(controls, bytes.length === 0 ? undefined : parseStrictJson(bytes)));
  incoming.isListed = false;
  return 'sent';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
