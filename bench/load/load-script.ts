// Runs in its own process, so that the cost of sending does not count as the cost of the server.

import { once } from 'node:events';
import { connect } from 'node:net';
import { runJobs } from '../processes/child.ts';
import { quantile } from '../run/compare.ts';
import type { Load, LoadResult, Request } from './load.ts';

runJobs(run);

async function run(load: Load): Promise<LoadResult> {
  const { requests, ms, allowed = [200] } = load;
  const url = new URL(load.url);
  const bytes = requests.map((request) => serialize(request, url.host));
  const keep = load.keep === undefined ? undefined : new RegExp(load.keep);
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => openConnection(url)),
  );

  const times: number[] = [];
  const kept: [number, string][] = [];
  let next = 0;
  const begin = performance.now();
  const until = ms === undefined ? Infinity : begin + ms;
  const isOver = () => (ms === undefined ? next >= bytes.length : performance.now() >= until);

  await Promise.all(
    connections.map(async (connection) => {
      while (!isOver()) {
        const index = next % bytes.length;
        next += 1;
        const sent = performance.now();
        const { status, text } = await connection.exchange(bytes[index] ?? '');
        times.push(performance.now() - sent);
        if (!allowed.includes(status)) throw new Error(`${requests[index]?.path} returned ${text}`);
        const [, part] = keep?.exec(text) ?? [];
        if (part !== undefined) kept.push([index, part]);
      }
      connection.close();
    }),
  );
  const took = performance.now() - begin;
  return {
    responses: times.length,
    ms: took,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    kept,
  };
}

function serialize({ method, path, headers = {}, body }: Request, host: string): string {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const all = {
    host,
    ...(typeof body === 'object' && { 'content-type': 'application/json' }),
    ...(text !== undefined && { 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text ?? ''}`;
}

/** A keep-alive connection with one request at a time. It costs a fraction of Node's own client. */
async function openConnection(url: URL) {
  const socket = connect(Number(url.port), url.hostname).setNoDelay();
  await once(socket, 'connect');
  let received = '';
  let complete = (_text: string) => {};
  let failed = (_error: Error) => {};
  socket.setEncoding('latin1');
  socket.on('error', (error) => failed(error));
  socket.on('close', () =>
    failed(new Error(`${url.origin} closed a connection without a response`)),
  );
  socket.on('data', (text: string) => {
    received += text;
    if (!isWhole(received)) return;
    const whole = received;
    received = '';
    complete(whole);
  });
  return {
    /** Sends a request; returns the status and the whole response, as received. */
    exchange: (bytes: string) =>
      new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
        complete = (text) => resolve({ status: Number(text.slice(9, 12)), text });
        failed = reject;
        socket.write(bytes, 'latin1');
      }),
    close: () => {
      failed = () => {};
      socket.destroy();
    },
  };
}

/** Whether this is a complete HTTP/1.1 response: by its length, or by the empty chunk (RFC 9112, section 6). */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = text.slice(0, end + 2);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return /\r\ntransfer-encoding: *chunked/i.test(head) && text.endsWith('\r\n0\r\n\r\n');
}
