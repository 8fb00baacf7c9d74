import type { RequestListener } from 'node:http';
import { type FetchHandler, fetchListener } from './fetch-listener.ts';

/**
 * An app to test in this process: a listener of `node:http` (Express, Connect), an instance of Fastify, NestJS or Koa, a server
 * of `node:http`, a fetch handler, or an object with one (Hono, Deno).
 */
export type App =
  | RequestListener
  | FetchHandler
  | { readonly fetch: (request: globalThis.Request, ...rest: never[]) => unknown }
  | { callback(): RequestListener }
  | { ready(): PromiseLike<unknown>; readonly server: Emitter }
  | { init(): Promise<unknown>; getHttpAdapter(): { getInstance(): unknown } }
  | Emitter;

/** A server of `node:http` that need not listen. */
interface Emitter {
  emit(event: 'request', ...args: Parameters<RequestListener>): boolean;
}

type Part = (...args: readonly unknown[]) => unknown;

/** How each kind of app serves a request. The first one that fits is used: an app of Express has `emit`, too. */
const kinds: readonly {
  readonly fits: (app: object) => boolean;
  readonly open: (app: Record<string, Part>) => unknown;
}[] = [
  {
    fits: (app) => has(app, 'init') && has(app, 'getHttpAdapter'),
    open: async (nest) => {
      await nest.init?.();
      // The adapter of NestJS is Express or Fastify.
      const adapter = nest.getHttpAdapter?.() as { getInstance(): unknown };
      return listenerOf(adapter.getInstance());
    },
  },
  {
    fits: (app) => has(app, 'ready') && 'server' in app,
    open: async (fastify) => {
      await fastify.ready?.();
      return listenerOf(fastify.server);
    },
  },
  { fits: (app) => has(app, 'callback'), open: (koa) => koa.callback?.() },
  {
    fits: (app) => typeof app === 'function' && app.length >= 2,
    open: (listener) => listener,
  },
  {
    fits: (app) => has(app, 'fetch'),
    // The handler may use `this`.
    open: (app) => fetchListener((request) => app.fetch?.(request) as Promise<Response>),
  },
  {
    fits: (app) => typeof app === 'function',
    // `fetchListener` reports what is no fetch handler.
    open: (handler) => fetchListener(handler as unknown as FetchHandler),
  },
  {
    fits: (app) => has(app, 'emit'),
    open:
      (server): RequestListener =>
      (request, response) =>
        void server.emit?.('request', request, response),
  },
];

/** The listener of an app, when it is ready. @throws TypeError if it is none that a request could be given to. */
export async function listenerOf(app: unknown): Promise<RequestListener> {
  const isPossible = (typeof app === 'object' && app !== null) || typeof app === 'function';
  const kind = isPossible ? kinds.find(({ fits }) => fits(app)) : undefined;
  if (kind === undefined)
    throw new TypeError(
      'the app is no listener of node:http, no instance of Fastify, NestJS or Koa, and no fetch handler',
    );
  // `fits` has found the methods that `open` calls, and each kind opens a listener.
  return (await kind.open(app as Record<string, Part>)) as RequestListener;
}

function has(app: object, name: string): boolean {
  return typeof Reflect.get(app, name) === 'function';
}
