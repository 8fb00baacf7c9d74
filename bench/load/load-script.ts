// Run as a process of its own, so that what sending costs is not counted as what answering costs.
import { answerQuestions } from '../processes/child.ts';
import { quantile } from '../run/statistics.ts';
import { openConnection } from './connection.ts';
import type { Load, Loaded, Request } from './load.ts';

answerQuestions(run);

async function run(load: Load): Promise<Loaded> {
  const { requests, ms, allowed = [200] } = load;
  const url = new URL(load.url);
  const octets = requests.map((request) => written(request, url.host));
  const keep = load.keep === undefined ? undefined : new RegExp(load.keep);
  const connections = await Promise.all(Array.from({ length: load.connections }, () => openConnection(url)));

  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const kept: [number, string][] = [];
  let next = 0;
  const begin = performance.now();
  const until = ms === undefined ? Infinity : begin + ms;
  const isOver = () => (ms === undefined ? next >= octets.length : performance.now() >= until);

  await Promise.all(
    connections.map(async (connection) => {
      while (!isOver()) {
        const index = next % octets.length;
        next += 1;
        const sent = performance.now();
        const { status, text } = await connection.exchange(octets[index] ?? '');
        times.push(performance.now() - sent);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (!allowed.includes(status)) throw new Error(`${requests[index]?.path} was answered with ${text}`);
        const [, part] = keep?.exec(text) ?? [];
        if (part !== undefined) kept.push([index, part]);
      }
      connection.close();
    }),
  );
  const took = performance.now() - begin;
  return {
    answers: times.length,
    ms: took,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    statuses,
    kept,
  };
}

function written({ method, path, headers = {}, body }: Request, host: string): string {
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
