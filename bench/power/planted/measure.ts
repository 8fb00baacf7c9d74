// Counts which of the planted faults the engine reports, and what it reports on the apps without a fault:
//   npm run build && tsx bench/power/planted/measure.ts [app] [fault or kind …] [--seeds 10]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Report } from '../../../conformance/engine/report/report.ts';
import type { Fault } from './proxy/fault.ts';
import { startProxy } from './proxy/proxy.ts';
import { type Subject, startApp, subjects } from './subjects.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '1' }, time: { type: 'string', default: '60' } },
});
const isApp = (name: string) => subjects[name] !== undefined;
const apps = positionals.some(isApp) ? positionals.filter(isApp) : Object.keys(subjects);
const wanted = positionals.filter((name) => !isApp(name));
const engine = fileURLToPath(
  new URL('../../../conformance/engine/dist/bin/openapi-contract-tests.js', import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), 'planted-'));

/** The failed cases of a run, as `check: expected`. */
interface Run {
  readonly cases: ReadonlySet<string>;
  readonly report: Report;
}

const counts = new Map<string, { found: number; all: number }>();
for (const name of apps) {
  const subject = subjects[name];
  if (subject === undefined) continue;
  const alarms = new Set<string>();
  for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
    const { cases, report } = await run(subject, undefined, seed);
    for (const one of cases) alarms.add(one);
    const { coverage, requests, durationMs, leftovers } = report;
    const reached = coverage.filter(({ successes }) => successes > 0).length;
    const figures = { reached, of: coverage.length, requests, durationMs, leftovers };
    console.log(
      JSON.stringify({ app: name, fault: undefined, seed, alarms: [...cases], ...figures }),
    );
  }
  for (const fault of subject.faults) {
    if (wanted.length > 0 && !wanted.includes(fault.id) && !wanted.includes(fault.kind)) continue;
    const { cases, report } = await run(subject, fault, 1);
    const news = [...cases].filter((one) => !alarms.has(one));
    const count = counts.get(fault.kind) ?? { found: 0, all: 0 };
    counts.set(fault.kind, {
      found: count.found + Number(news.length > 0),
      all: count.all + 1,
    });
    const causes = report.causes.length;
    console.log(
      JSON.stringify({
        app: name,
        fault: fault.id,
        kind: fault.kind,
        found: news.length > 0,
        causes,
        news: news.slice(0, 3),
      }),
    );
  }
}
for (const [kind, { found, all }] of counts) console.log(`${kind.padEnd(12)}${found} of ${all}`);
const sum = (of: (count: { found: number; all: number }) => number) =>
  [...counts.values()].reduce((total, count) => total + of(count), 0);
console.log(`${'all'.padEnd(12)}${sum(({ found }) => found)} of ${sum(({ all }) => all)}`);

async function run(subject: Subject, fault: Fault | undefined, seed: number): Promise<Run> {
  const app = await startApp(subject);
  const proxy = await startProxy(app.url, fault);
  try {
    const report = await test(subject, proxy.url, seed);
    const failed = report.checks.filter(({ kind }) => kind === 'failed');
    return {
      report,
      cases: new Set(
        failed.flatMap(({ id, findings }) =>
          findings
            .filter(({ kind }) => kind === 'failed')
            .map(({ key, expected }) => `${id}: ${key ?? expected}`),
        ),
      ),
    };
  } finally {
    app.child.kill();
    proxy.close();
  }
}

async function test(
  { document, credentials }: Subject,
  url: string,
  seed: number,
): Promise<Report> {
  const [own = {}, other = {}] = credentials.map(profileOf(document));
  const profile = join(folder, 'profile.json');
  const report = join(folder, 'report.json');
  writeFileSync(profile, JSON.stringify({ demo: true, credentials: own, otherCredentials: other }));
  const options = ['--document', document, '--profile', profile, '--seed', `${seed}`];
  const command = [
    'test',
    url,
    ...options,
    '--max-time',
    values.time,
    '--report',
    `json=${report}`,
  ];
  const child = spawn(process.execPath, [engine, ...command], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** The credential of a header, by the name of its scheme. Each app has one scheme. */
function profileOf(document: string) {
  const name = /"?securitySchemes"?:\s*\{?\s*"?([\w-]+)/.exec(readFileSync(document, 'utf8'))?.[1];
  return (headers: Readonly<Record<string, string>>) => {
    const [value = ''] = Object.values(headers);
    return { [name ?? '']: value.replace(/^Bearer /, '') };
  };
}
