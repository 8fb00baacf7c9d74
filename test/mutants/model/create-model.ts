import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Clock, realClock } from '../../../conformance/check.ts';
import { toAsked } from './asked.ts';
import { type Behaviour, correct, type Reply } from './behaviour.ts';
import { close } from './correct-http.ts';
import { createFront } from './front.ts';
import { refuse } from './outcome.ts';
import { createWorld, type World } from './world.ts';

export interface Model {
  readonly baseUrl: string;
  readonly world: World;
  close(): Promise<void>;
}

/** A small server of the interface, on a port of its own on the loopback: correct, but for what is overridden. */
export async function createModel(
  overrides: Partial<Behaviour> = {},
  { now }: Pick<Clock, 'now'> = realClock,
): Promise<Model> {
  const behaviour: Behaviour = { ...correct, ...overrides };
  const world = createWorld(behaviour, now);
  const server = createServer(behaviour.server, async (message, response) => {
    const start = performance.now();
    const body = await readBody(message, behaviour.longestBody + 1);
    const asked = toAsked(message, body);
    const outcome = await behaviour.answer(world, asked).catch(() => refuse('internal_error'));
    const reply = behaviour.reply(world, outcome, asked, performance.now() - start);
    behaviour.write(world, response, reply, asked);
  });
  answerWhatNodeRefuses(server, world);
  const own = await listen(server);
  const front = behaviour.front && createFront(own, behaviour.front);
  const port = front === undefined ? own : await listen(front);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    world,
    close: () =>
      new Promise((resolve) => {
        front?.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  return (server.address() as AddressInfo).port;
}

/** At most so many octets; the remainder is not waited for. */
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

function answerWhatNodeRefuses(server: Server, world: World): void {
  const { behaviour } = world;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const outcome = refuse(behaviour.unparsed(error.code), close);
    socket.end(toOctets(behaviour.reply(world, outcome, undefined, 0)));
  });
  server.on('connect', (_message, socket: Duplex) => {
    socket.end(toOctets(behaviour.reply(world, refuse('not_found', close), undefined, 0)));
  });
  server.on('checkExpectation', (message, response) => server.emit('request', message, response));
}

/** A reply written past Node, which would refuse some of it. */
export function toOctets({ status, headers, body }: Reply): Buffer {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  const head = `HTTP/1.1 ${status} \r\n${fields.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}
