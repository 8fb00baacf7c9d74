import { Problem } from '../server/http/problem.ts';
import { parseStrictJson } from '../server/http/read-request.ts';
import type { Clock } from './clock.ts';
import type { MockContext } from './context.ts';
import type { Journal } from './journal.ts';
import { MockError } from './mock-error.ts';
import { receive } from './receive.ts';
import { successReply } from './reply.ts';
import type { Player } from './scenarios/player.ts';
import type { Reply } from './transport.ts';

/** Where clients control the mock: outside `/v1`, so that it hides no path of the contract. */
const controlPath = '/__mock';

export interface Controls {
  readonly journal: Journal;
  readonly clock: Clock;
  reset(): void;
  player(): Player;
  readonly scenarios: readonly string[];
}

type Action = (controls: Controls, body: unknown) => object;

const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  '/next': { POST: setSteps('next') },
  '/repeat': { POST: setSteps('repeat') },
  '/scenario': {
    GET: ({ scenarios }) => ({ scenarios }),
    POST: (controls, body) => {
      const name = field(body, 'name');
      if (typeof name !== 'string' && name !== null)
        throw new MockError('send {"name": "<scenario>"}, or {"name": null} for none');
      controls.player().use(name ?? undefined);
      return { name };
    },
  },
  '/journal': {
    GET: ({ journal }) => ({ entries: journal.entries() }),
    DELETE: ({ journal }) => {
      journal.clear();
      return { entries: [] };
    },
  },
  '/clock': {
    GET: ({ clock }) => ({ now: new Date(clock.now()).toISOString() }),
    POST: ({ clock }, body) => {
      const [ms, time] = [field(body, 'advance'), field(body, 'now')];
      if (typeof ms === 'number') clock.advance(ms);
      else if (typeof time === 'string') clock.set(time);
      else
        throw new MockError('send {"advance": <milliseconds>}, or {"now": "2030-01-01T00:00:00Z"}');
      return { now: new Date(clock.now()).toISOString() };
    },
  },
  '/reset': {
    POST: (controls) => {
      controls.reset();
      return {};
    },
  },
};

function setSteps(when: 'next' | 'repeat'): Action {
  return (controls, body) => {
    controls.player()[when](field(body, 'operation'), field(body, 'steps'));
    return {};
  };
}

const isControl = (target: string) => `${target}/`.startsWith(`${controlPath}/`);

/** Whether a web page of another machine sent a request that controls the mock: it must not, nor read the response. */
export function isForeignControl({ request, target }: MockContext): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !isControl(target)) return false;
  return !URL.canParse(origin) || !isLoopback(new URL(origin).host);
}

/**
 * Handles a request that controls the mock; `undefined` for any other.
 *
 * @throws Problem for an unknown path or method, MockError for a wrong body
 */
export async function control(
  controls: Controls,
  context: MockContext,
): Promise<Reply | undefined> {
  const { request, method, target, transport } = context;
  if (!isControl(target)) return undefined;
  context.isListed = false;
  const methods = actions[target.slice(controlPath.length)];
  if (methods === undefined) throw new Problem('not_found');
  const action = methods[method];
  if (action === undefined) {
    const headers = { Allow: Object.keys(methods).join(', ') };
    throw new Problem('method_not_allowed', { headers });
  }
  refuseWebPages(context);
  const bytes = await receive(request, transport);
  const body = bytes.length === 0 ? undefined : parseStrictJson(bytes);
  return successReply(context, action(controls, body));
}

/**
 * Every web page can send requests to this machine: to a name of its own that it lets point here (DNS rebinding), and of other types
 * than JSON without asking first.
 */
function refuseWebPages(context: MockContext): void {
  const { method, transport } = context;
  const { headers } = context.request;
  // Only what came over a network has a response of Node.
  if (transport.response !== undefined && !isLoopback(headers.host))
    throw new MockError('send requests to /__mock by the name localhost, 127.0.0.1 or [::1]');
  if (isForeignControl(context))
    throw new MockError(
      'only pages from localhost, 127.0.0.1 or [::1] may send requests to /__mock',
    );
  if (method === 'POST' && !/^application\/json *(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type');
}

const isLoopback = (host = '') =>
  /^(?:(?:[^:]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
