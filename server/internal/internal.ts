import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Config } from '../config/config.ts';
import { createOpening } from '../connections.ts';
import type { Log } from '../http/access-log.ts';
import { listeningUrl } from '../http/node-server.ts';
import { OperatorError } from '../operator-error.ts';
import { readOrCreateCredential } from '../security/internal-credential.ts';
import type { Passwords } from '../security/passwords.ts';
import type { Random } from '../security/random.ts';
import { OutageError } from '../store/database.ts';
import type { OpenStore } from '../store/open-store.ts';
import { introspect } from './introspect.ts';
import type { Metrics } from './metrics.ts';

export { createMetrics } from './metrics.ts';

export interface InternalOptions {
  readonly config: Config;
  readonly service: { readonly store: OpenStore; readonly passwords: Passwords };
  readonly metrics: Metrics;
  readonly isAccepting: () => boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly random: Random;
}

export interface InternalListener {
  /** @throws OperatorError when the credential cannot be used */
  serve(options: InternalOptions): RunningInternal;
  close(): Promise<void>;
}

export interface RunningInternal {
  /** Without a slash at the end. */
  readonly url: string;
  readonly credentialFile: string;
}

/** Listens for other services and for operators, who wait for `serve`. @throws OperatorError when the address cannot be used */
export async function listenInternal({
  internal: address = '',
}: Pick<Config, 'internal'>): Promise<InternalListener> {
  const opening = createOpening();
  const server = createServer(opening.listener);
  await listen(server, address);

  return {
    serve: (options) => {
      const { config, service, metrics, random } = options;
      metrics.watchPasswords(service.passwords.load);
      const { path, credential } = readOrCreateCredential(config, random);
      opening.open(createInternalApp(options, credential));
      return { url: listeningUrl(server), credentialFile: path };
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, address: string): Promise<void> {
  const [, ipv6, name, port] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(address) ?? [];
  const host = ipv6 ?? name;
  if (host === undefined || Number(port) > 65_535) {
    throw new OperatorError(`${address} is not host:port, such as 127.0.0.1:8081`);
  }
  try {
    await once(server.listen(Number(port), host), 'listening');
  } catch (cause) {
    throw new OperatorError(
      `the internal listener cannot use ${address}: choose another address with --internal. Nothing was changed.`,
      { cause },
    );
  }
}

const mostTokens = 1000;

function createInternalApp(options: InternalOptions, credential: string): Express {
  const { service, metrics, now } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });

  app.get('/live', (_request, response) => {
    response.json({ live: true });
  });
  app.get('/ready', readiness(options));

  app.use(requireCredential(credential));
  app.get('/metrics', async (_request, response) => {
    const { text, type } = await metrics.render();
    response.type(type).send(text);
  });
  // RFC 7662, 2.1: `token` in a form. A list in JSON saves a round trip for each key.
  app.post(
    '/introspect',
    express.urlencoded({ extended: false, limit: '16kb' }),
    express.json({ limit: '256kb' }),
    async ({ body }, response) => {
      const { token, tokens } = Object(body);
      if (typeof token === 'string') {
        response.json(await introspect(service.store, token, now()));
      } else if (isListOfTexts(tokens)) {
        const results = tokens.map((each) => introspect(service.store, each, now()));
        response.json({ results: await Promise.all(results) });
      } else {
        const hint = `send \`token\` in a form, or \`tokens\` in JSON: a list of at most ${mostTokens}`;
        sendProblem(response, 400, hint);
      }
    },
  );

  app.use((_request, response) => sendProblem(response, 404, 'there is no such path'));
  app.use(handleError(options.log));
  return app;
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= mostTokens &&
    value.every((each) => typeof each === 'string')
  );
}

const probeMs = 1000;

/** Whether the service accepts requests, and its store reads and writes. Probes that come together share a check. */
function readiness({ service, isAccepting, log }: InternalOptions): RequestHandler {
  let checking: Promise<string | undefined> | undefined;
  let reported: string | undefined;

  async function check(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, probeMs, 'the store did not respond within a second');
    });
    const checked = service.store.database.check().then(
      () => undefined,
      (error: unknown) => (error instanceof OutageError ? error.message : 'the store failed'),
    );
    const reason = await Promise.race([checked, late]);
    clearTimeout(timer);
    return reason;
  }

  return async (_request, response) => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    const reason = await checking;
    if (reason !== reported) {
      if (reason === undefined) log.info('the store works again');
      else log.error({ reason }, 'the store does not work');
      reported = reason;
    }
    const stopping = isAccepting() ? undefined : 'the service stops';
    const ready = reason === undefined && stopping === undefined;
    response.status(ready ? 200 : 503).json({ ready, reason: reason ?? stopping });
  };
}

function requireCredential(credential: string): RequestHandler {
  const expected = digest(credential);
  return ({ headers }, response, next) => {
    const [, sent = ''] = /^bearer (.*)$/i.exec(headers.authorization ?? '') ?? [];
    if (timingSafeEqual(digest(sent), expected)) return next();
    response.set('WWW-Authenticate', 'Bearer realm="internal"');
    sendProblem(response, 401, 'the credential of the internal listener is missing or wrong');
  };
}

// Always has the same length, whatever the client sent.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function handleError(log: Log): ErrorRequestHandler {
  // Express takes a function of four parameters for an error handler.
  return (error: unknown, _request, response, _next) => {
    const { status } = Object(error);
    if (typeof status === 'number' && status < 500) {
      return sendProblem(response, status, 'the request cannot be read');
    }
    log.error({ err: error }, 'a request of the internal listener failed');
    if (error instanceof OutageError) sendProblem(response, 503, 'the store is unavailable');
    else sendProblem(response, 500, 'internal error');
  };
}

/** RFC 9457. */
function sendProblem(
  response: Parameters<RequestHandler>[1],
  status: number,
  detail: string,
): void {
  response.status(status).type('application/problem+json').send(JSON.stringify({ status, detail }));
}
