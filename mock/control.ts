import { sendData } from '../server/http/envelope.ts';
import { joinOctets } from '../server/http/octets.ts';
import { Problem } from '../server/http/problem.ts';
import { parseStrictJson } from '../server/http/strict-json.ts';
import type { Entry } from './journal.ts';
import { MockError } from './mock-error.ts';
import type { Draft } from './reply.ts';
import type { Incoming } from './transport.ts';

/** Where the mock is told what to do: off `/v1`, so that no path of the contract is hidden. */
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
      const name = member(body, 'name');
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
      const seconds = member(body, 'advance');
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

export function isControl(target: string): boolean {
  return target === controlPath || target.startsWith(`${controlPath}/`);
}

/** Answers in the envelope too. @throws Problem for what is not there, MockError for what it cannot do. */
export async function control(
  controls: Controls,
  target: string,
  request: Incoming,
  { response }: Draft,
): Promise<void> {
  const methods = actions[target.slice(controlPath.length)];
  if (methods === undefined) throw new Problem('not_found');
  const action = methods[request.method ?? ''];
  if (action === undefined)
    throw new Problem('method_not_allowed', { headers: { Allow: Object.keys(methods).join(', ') } });
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const octets = joinOctets(chunks);
  sendData(response, action(controls, octets.length === 0 ? undefined : parseStrictJson(octets)));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
