import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, createServer as createNetServer, type Server as NetServer } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { onTestFinished } from 'vitest';
import { type Clock, realClock } from '../../../conformance/engine/check.ts';
import { listeningUrl } from '../../../server/http/node-server.ts';
import { createAccounts } from './accounts.ts';
import { type Behaviour, type Reply, refuse, type State, toModelRequest } from './behaviour.ts';
import { correct } from './correct.ts';
import { close } from './correct-http.ts';

/** A small server on a free loopback port. It is correct except for the overrides. */
export async function createModel(
  overrides: Partial<Behaviour> = {},
  { now }: Pick<Clock, 'now'> = realClock,
) {
  const behaviour: Behaviour = { ...correct, ...overrides };
  const state: State = {
    behaviour,
    accounts: createAccounts(),
    sessions: new Map(),
    keys: new Map(),
    windows: new Map(),
    repeatables: new Map(),
    now,
  };
  const server = createServer(behaviour.server, async (message, response) => {
    const start = performance.now();
    const request = toModelRequest(message, await readBody(message, behaviour.longestBody + 1));
    const outcome = await behaviour.respond(state, request).catch(() => refuse('internal_error'));
    const reply = behaviour.reply(state, outcome, request, performance.now() - start);
    behaviour.write(state, response, reply, request);
  });
  respondToUnparsedRequests(server, state);
  const own = await listen(server);
  const proxy = behaviour.proxy && createProxy(own, behaviour.proxy);
  return {
    baseUrl: proxy === undefined ? own : await listen(proxy),
    state,
    close: async () => {
      proxy?.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A model until the test ends. */
export async function modelForTest(...given: Parameters<typeof createModel>) {
  const model = await createModel(...given);
  onTestFinished(() => model.close());
  return model;
}

/**
 * A careless proxy in front of a model. It rewrites each chunk of a request as Latin-1 text, so that requests reach the model
 * that Node itself would reject.
 */
function createProxy(url: string, rewrite: (text: string) => string): NetServer {
  const port = Number(new URL(url).port);
  return createNetServer({ allowHalfOpen: true }, (client) => {
    const rewriting = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const bytes of chunks)
        yield Buffer.from(rewrite(bytes.toString('latin1')), 'latin1');
    };
    pipeline(
      client,
      rewriting,
      connect({ port, host: '127.0.0.1', allowHalfOpen: true }),
      client,
      () => {},
    );
  });
}

async function listen(server: NetServer): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return listeningUrl(server);
}

/** Reads at most `most` bytes and does not wait for the rest. */
function readBody(message: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const finish = () => resolve(Buffer.concat(parts).subarray(0, most));
    message.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length >= most) finish();
    });
    message.once('end', finish).once('close', finish);
  });
}

function respondToUnparsedRequests(server: Server, state: State): void {
  const { behaviour } = state;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    socket.end(
      toBytes(behaviour.reply(state, refuse(behaviour.unparsed(error.code), close), undefined, 0)),
    );
  });
  server.on('connect', (_message, socket: Duplex) => {
    socket.end(toBytes(behaviour.reply(state, refuse('not_found', close), undefined, 0)));
  });
  server.on('checkExpectation', (message, response) => server.emit('request', message, response));
}

/** The bytes of a reply, for replies that Node would not write. */
export function toBytes({ status, headers, body }: Reply): Buffer {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  const head = `HTTP/1.1 ${status} \r\n${fields.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

// The beginning of a time step, at a time when no valid one-time code is one that a check tries as a wrong code.
const noon = Date.UTC(2026, 0, 1, 12);

/** A clock that always starts at the same time and moves only during `pause`, so that the duration of a run has no effect. */
export function createModelClock(secondsIntoStep = 5): Clock {
  let time = noon + secondsIntoStep * 1000;
  return {
    now: () => time,
    pause: async (ms) => {
      time += ms;
    },
  };
}
