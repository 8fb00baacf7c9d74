import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { root } from '../processes/build.ts';
import { runCommand, runProgram } from '../processes/command.ts';
import { type FolderServer, openBrowser, serveFolder, visitPage } from '../processes/pages.ts';
import type { Bench, Benchmark, Sample } from '../run/benchmark.ts';
import { compareWithPeer } from '../run/compare.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';

// One visit per round, however long a round is.
const rounds = { rounds: 5, ms: 0, warmUpMs: 1 };
const task = 'first visit';
// Not a dependency: it would bring 268 packages, of which some need a later Node than ours. Its package has all that a page loads.
const scalar = '@scalar/api-reference@1.72.1';

export const docs: Benchmark = {
  name: 'docs',
  title: 'The docs compared with Redoc and Scalar',
  method: `A new browser context opens the page of each, made from the same contract, from a local server that compresses with gzip. Then it
opens each other page of our docs in the same way. Bytes are those of the page and everything that it loads. First paint is when the browser first draws text or a picture. Readable is when
the title of the page is visible. Redoc is \`redocly build-docs\` in one file, with its text already in the HTML. Scalar is
\`standalone.js\` of \`${scalar}\`, which loads the contract as JSON. Requests to other hosts, such as for fonts, are
blocked.`,
  needs: ['browser'],
  seconds: { whole: 150, quick: 80 },
  columns: ['gzipKb', 'kb', 'paintMs', 'readableMs'],
  compare: (series) =>
    ['Redoc', 'Scalar'].flatMap((subject) => {
      const compared = { ours: { subject: 'account-access', task }, peer: { subject, task } };
      const lighter = { atMost: 0.1, gate: true };
      return [
        ...compareWithPeer(series, {
          ...compared,
          what: 'docs: compressed bytes',
          metric: 'gzipKb',
          aim: lighter,
        }),
        ...compareWithPeer(series, { ...compared, what: 'docs: first paint', metric: 'paintMs' }),
        ...compareWithPeer(series, { ...compared, what: 'docs: readable', metric: 'readableMs' }),
      ];
    }),
  measure: async (bench) => {
    const browser = await openBrowser();
    bench.onClose(() => browser.close());
    bench.say('builds the three references');
    const [ours, redoc, scalar] = [
      await buildOurs(bench.folder),
      await buildRedoc(bench.folder),
      await buildScalar(bench.folder),
    ];
    const contenders = [
      await contender(bench, browser, 'account-access', ours, {
        [task]: 'reference.html',
        ...(await otherPages(ours)),
      }),
      await contender(bench, browser, 'Redoc', redoc, { [task]: 'index.html' }),
      await contender(bench, browser, 'Scalar', scalar, { [task]: 'index.html' }),
    ];
    return measureInRounds(bench, contenders, rounds);
  },
};

/** Serves a folder and opens its pages, each as a task with this name. */
async function contender(
  bench: Bench,
  browser: Browser,
  subject: string,
  folder: string,
  pages: Readonly<Record<string, string>>,
): Promise<Contender> {
  const server = await serveFolder(folder);
  bench.onClose(server.close);
  const tasks = Object.entries(pages).map(([name, page]) => {
    const heading = name === task ? 'Account Access' : '';
    return [name, () => measureVisit(browser, server, page, heading)] as const;
  });
  return { subject, tasks: Object.fromEntries(tasks) };
}

async function otherPages(folder: string): Promise<Record<string, string>> {
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.html') && name !== 'reference.html');
  return Object.fromEntries(pages.map((page) => [basename(page, '.html'), page]));
}

/** `heading` is what the title of the page includes. */
async function measureVisit(
  browser: Browser,
  server: FolderServer,
  page: string,
  heading: string,
): Promise<Sample> {
  const served = server.record();
  const { paintMs, readableMs } = await visitPage(browser, `${server.url}/${page}`, heading);
  return { gzipKb: served.gzipBytes / 1000, kb: served.bytes / 1000, paintMs, readableMs };
}

async function buildOurs(folder: string): Promise<string> {
  const output = join(folder, 'ours');
  await runCommand(['--import', 'tsx', join(root, 'scripts/docs.ts'), '--output', output]);
  return output;
}

async function buildRedoc(folder: string): Promise<string> {
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const contract = join(root, 'generated/openapi.json');
  const output = join(folder, 'redoc');
  // Without a configuration file: that of the contract has only lint rules.
  const options = ['--inlineBundle', '--openapi.disableTelemetry', '--output', join(output, 'index.html')];
  await runCommand([cli, 'build-docs', contract, ...options]);
  return output;
}

async function buildScalar(folder: string): Promise<string> {
  const output = join(folder, 'package/dist/browser');
  await runProgram('npm', ['pack', '--silent', '--pack-destination', folder, scalar]);
  await runProgram('tar', ['-xzf', join(folder, 'scalar-api-reference-1.72.1.tgz'), '-C', folder]);
  await writeFile(join(output, 'openapi.json'), await readFile(join(root, 'generated/openapi.json')));
  await writeFile(join(output, 'index.html'), scalarPage);
  return output;
}

const scalarPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API reference</title></head>
<body><div id="app"></div>
<script src="standalone.js"></script>
<script>Scalar.createApiReference('#app', { url: 'openapi.json', withDefaultFonts: false, telemetry: false })</script>
</body></html>
`;
