import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Listening, startListening } from '../test/support/listening.ts';
import { startPrism } from '../test/support/prism.ts';
import { load } from './load.ts';

/**
 * The mock of this package beside Prism, in short turns on one machine: what starting costs of a processor, and how many
 * requests a second each answers. Ends with 1 when the mock is not five times as fast as Prism, or takes too long to start.
 * `npm run bench:mock`; Linux, as it reads /proc.
 */
const gates = { timesPrism: 5, startCpuMs: 300 };
const turns = 8;
const turnMs = 750;
const warmUpMs = 3000;
const connections = 16;

const root = fileURLToPath(new URL('..', import.meta.url));
const asks = {
  'a login': '',
  'a documented answer': 'Prefer: code=401, example=otp_required\r\n',
} as const;

const ours = await measuredStart('our mock', () =>
  startListening((port) => [`${root}dist/bin/account-access.js`, 'mock', '--port', String(port)]),
);
const prism = await measuredStart('Prism', () => startPrism(`${root}generated/openapi.yaml`));
const missed = ours.startCpuMs < gates.startCpuMs ? [] : [`starting took ${ours.startCpuMs} ms of CPU`];

console.log(`\nNode ${process.version}, ${connections} connections, ${turns} turns of ${turnMs} ms each\n`);
for (const [ask, header] of Object.entries(asks)) {
  const [mine, theirs] = await side([ours, prism], header);
  const times = mine.perSecond / theirs.perSecond;
  console.log(
    `${ask.padEnd(22)}${told('our mock', mine)}${told('Prism', theirs)}  ${times.toFixed(1)} times as many, ` +
      `${(theirs.cpuMicroseconds / mine.cpuMicroseconds).toFixed(1)} times for the same CPU`,
  );
  if (times < gates.timesPrism) missed.push(`${ask} is only ${times.toFixed(2)} times as fast as Prism’s`);
}
await Promise.all([ours.stop(), prism.stop()]);
for (const gate of missed) console.error(`\nMissed: ${gate}`);
if (missed.length > 0) process.exitCode = 1;

interface Figures {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
}

async function measuredStart(name: string, start: () => Promise<Listening>) {
  const begun = performance.now();
  const server = await start();
  const startCpuMs = cpuMs(server);
  const startMs = Math.round(performance.now() - begun);
  console.log(`${name.padEnd(10)}answers after ${startMs} ms, ${startCpuMs} ms of CPU`);
  return { ...server, startCpuMs };
}

/** Two servers in turns, so that what else the machine does falls on both. */
async function side(servers: readonly [Listening, Listening], header: string): Promise<[Figures, Figures]> {
  const sums = servers.map((server) => ({ server, answers: 0, cpuMs: 0 }));
  for (const { server } of sums) await load(server.url, header, warmUpMs, connections);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const sum of sums) {
      const before = cpuMs(sum.server);
      sum.answers += await load(sum.server.url, header, turnMs, connections);
      sum.cpuMs += cpuMs(sum.server) - before;
    }
  }
  const [mine, theirs] = sums.map(({ answers, cpuMs }) => ({
    perSecond: answers / ((turns * turnMs) / 1000),
    cpuMicroseconds: (cpuMs * 1000) / answers,
  }));
  if (mine === undefined || theirs === undefined) throw new Error('two servers are measured');
  return [mine, theirs];
}

function told(name: string, { perSecond, cpuMicroseconds }: Figures): string {
  const rate = Math.round(perSecond).toLocaleString('en');
  return `  ${name} ${rate}/s (${Math.round(cpuMicroseconds)} µs of CPU)`;
}

/** Processor time so far; Linux counts it in hundredths of a second. */
function cpuMs({ pid }: Listening): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
