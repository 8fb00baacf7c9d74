import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../../conformance/engine/report/report.ts';
import { isolatedEngineLine } from '../../bin/support/in-process.ts';
import { listenForTest } from '../../support/http/listen-for-test.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { documentFiles } from '../document/run-document.ts';
import { taskProcesses } from './task-processes.ts';

const pattern = '^(?=a)(a+)+$';
const schema = { type: 'object', properties: { text: { type: 'string', pattern } } };
const content = { 'application/json': { schema } };
const responses = { 200: { description: 'OK', content } };
const document = {
  openapi: '3.1.0',
  paths: { '/a': { get: { responses }, post: { requestBody: { content }, responses } } },
};

const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const whole = (body: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`${ok}${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);
const repeated = (text: string, count = 60_000) => text.repeat(count);
let requests = 0;

const busy = new WeakSet<Socket>();

/** Writes the same for ever, as fast as the client reads it. */
function endless(socket: Socket, start: string, again: string, everyMs = 0): void {
  if (busy.has(socket)) return;
  busy.add(socket);
  socket.write(start);
  const write = () => {
    if (socket.destroyed) return;
    if (everyMs > 0) {
      socket.write(again);
      setTimeout(write, everyMs).unref();
    } else if (socket.write(again)) setImmediate(write);
    else socket.once('drain', write);
  };
  write();
}

const tokens = () =>
  JSON.stringify({
    all: range(16_000).map((at) => ({ access_token: `token-${requests}-${at * 7919}` })),
  });
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

const servers: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'issues 16,000 secrets in each response': (socket) => socket.write(whole(tokens())),
  'sends header lines without end': (socket) => endless(socket, ok, repeated('X-A: b\r\n', 1000)),
  'sends 30,000 header lines': (socket) =>
    socket.write(whole('{}', repeated('X-A: b\r\n', 30_000))),
  'sends a body without end': (socket) => endless(socket, `${ok}\r\n`, repeated('a')),
  'sends one byte a second': (socket) => endless(socket, `${ok}\r\n`, 'a', 1000),
  'sends chunks of one byte without end': (socket) =>
    endless(socket, chunked, repeated('1\r\na\r\n', 1000)),
  'sends interim responses without end': (socket) =>
    endless(socket, '', repeated('HTTP/1.1 100 Continue\r\n\r\n', 1000)),
  'sends a small body that has 200 MB without its codings': (socket) =>
    socket.write(
      whole(gzipSync(gzipSync(Buffer.alloc(200_000_000))), 'Content-Encoding: gzip, gzip\r\n'),
    ),
  'makes thousands of protocol errors': (socket) =>
    socket.write(`HTTP/1.1 200 OK\n${repeated('no header\n', 5000)}\n${repeated('{"a":1}')}`),
  'repeats a field 50,000 times': (socket) =>
    socket.write(whole(`{${repeated('"a":1,', 50_000)}"a":1}`)),
  'sends a text that a pattern takes for ever': (socket) =>
    socket.write(whole(JSON.stringify({ text: `${'a'.repeat(100_000)}!` }))),
  'makes a new error of 100 kB in each response': (socket) =>
    socket.write(
      whole(JSON.stringify({ [`f${requests}`]: repeated('b', 100_000), text: requests })),
    ),
  'says something after each response': (socket) =>
    endless(socket, whole('{}').toString(), 'a'.repeat(1000)),
};

/** The largest memory of the processes that this one has started, in MB, until `end`. */
function watchMemory() {
  let most = 0;
  const look = () => {
    most = Math.max(most, ...taskProcesses().map(({ peakMb }) => peakMb));
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

// What a run remembers of such a server grows with each response.
const growing = /each response/;

test.each(Object.entries(servers))(
  'a run against a server that %s ends in time and memory',
  async (what, serve) => {
    const maxTime = growing.test(what) ? 2 : 1;
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('data', () => {
        requests += 1;
        serve(socket);
      });
    });
    const url = `http://127.0.0.1:${await listenForTest(server)}`;
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const file = join(temporaryFolder(), 'report.json');
    const endMemory = watchMemory();
    const { code, stderr } = await isolatedEngineLine([
      ...['test', url, '--document', documentFiles({ 'api.json': document })],
      ...['--max-time', `${maxTime}`, '--timeout', `${maxTime}`, '--report', `json=${file}`],
    ]);
    const memory = endMemory();
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    expect(stderr).not.toContain('a bug');
    expect([0, 1, 3]).toContain(code);
    expect(report.checks.filter(({ kind }) => kind === 'error')).toEqual([]);
    // The time of the run, which does not count until its process has started.
    expect(report.durationMs).toBeLessThan((maxTime + 10) * 1000);
    expect(report.stopReason ?? '').not.toContain('memory');
    expect(memory).toBeLessThan(512);
  },
);
