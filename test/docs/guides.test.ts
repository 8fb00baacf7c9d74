import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Child, startCommand } from '../support/command/child-process.ts';
import { type Block, blocksOf } from './support/blocks.ts';
import { type Demo, walk } from './support/walk.ts';

/** Commands that the tests skip, by page: how the block begins, and why. */
const skipped: Readonly<Record<string, readonly (readonly [begins: string, reason: string])[]>> = {
  'use/quickstart.md': [
    ['npm ci', 'the test has installed the packages'],
    ['mkdir ../my-project', 'test/runtimes packs and installs the tarballs'],
  ],
  'use/mock.md': [['npm pack', 'test/runtimes packs and installs the tarballs']],
  'run/deploy.md': [
    ['npm ci && npm pack', 'test/runtimes packs and installs the tarball'],
    ['sudo useradd', 'adds a user to the machine, and needs the tarball'],
    ['sudo -u account-access', 'there is no systemd'],
    ['docker build', 'there is no Docker; test/docs/container.test.ts'],
    ['caddy', 'needs Caddy and a domain; test/docs/deploy.test.ts'],
    ['(umask 377 && openssl', 'there is no Docker; test/docs/container.test.ts'],
    ['account-access serve \\\n', 'needs PostgreSQL; test/postgres'],
  ],
  'run/accounts-and-keys.md': [
    ['account-access serve --demo --internal', 'the test has started it'],
  ],
  'run/monitor.md': [['fail2ban-regex', 'needs fail2ban; test/docs/monitor.test.ts']],
  'test/tutorial.md': [
    ['npm ci', 'the test has the command'],
    [
      'account-access test http://127.0.0.1:8080 --profile servers/profile.yaml \\\n',
      'test/implementations',
    ],
  ],
  'test/profile-and-reports.md': [
    [
      'account-access test --replay',
      'the id of a finding is an example; test/conformance/commands',
    ],
  ],
  '../client/README.md': [['npm ci && npm pack', 'test/runtimes packs and installs the tarball']],
  '../conformance/engine/README.md': [
    ['# in the clone', 'test/runtimes packs and installs the tarball'],
  ],
  '../conformance/engine/docs/ci-and-gateways.md': [
    ['openapi-contract-tests test https://api', 'needs certificates; test/conformance/http/tls'],
    ['docker build', 'there is no Docker; test/docs/engine-container.test.ts'],
  ],
  '../conformance/engine/docs/own-checks.md': [
    ['node server.mjs', 'test/runtimes/engine-tarball.test.ts runs this page'],
    [
      'npx --no-install openapi-contract-tests',
      'test/runtimes/engine-tarball.test.ts runs this page',
    ],
    ['npx vitest', 'test/runtimes/engine-tarball.test.ts runs this page'],
  ],
  'use/other-languages.md': [['npm install', 'needs the network; npm run check:generators']],
};

const inShell = (commands: string) => `\`\`\`sh\n${commands}\n\`\`\`\n`;
const password = `echo 'correct horse battery staple' > password.txt`;
const account = `${password}; account-access accounts add ana@example.com < password.txt`;
const send = `curl -sS -H 'Content-Type: application/json' http://127.0.0.1:8080/v1`;
const key = `
TOKEN=$(${send}/auth/login -d '{"identity":"demo@example.com","password":"demo-password"}' | grep -o 'aat_[0-9A-Za-z]*')
API_KEY=$(${send}/security/apikey/generate -H "Authorization: Bearer $TOKEN" -d '{"description":"Nightly build"}' | grep -o 'aak_[0-9A-Za-z]\\{49\\}')
printf %s "$API_KEY" > key.txt`;
const examples = 'ln -s node_modules/account-access/examples examples';
const notes = readFileSync('test/docs/prepared/notes.md', 'utf8');

/** What the reader of a page has already, as a page. */
const prepared: Readonly<Record<string, string>> = {
  'run/accounts-and-keys.md': inShell(`${password}; ${key}`),
  'run/back-up-and-restore.md': inShell(account),
  'test/tutorial.md': inShell(examples),
  '../examples/README.md': inShell(examples),
  '../conformance/engine/README.md': notes,
  '../conformance/engine/docs/ci-and-gateways.md': notes,
  '../conformance/engine/docs/documents.md': notes,
};

const pages = [
  '../README.md',
  '../client/README.md',
  '../examples/README.md',
  '../conformance/engine/README.md',
  ...markdownIn('../conformance/engine/docs'),
  ...['use', 'test', 'run'].flatMap(markdownIn),
];
function markdownIn(folder: string): string[] {
  return readdirSync(`docs/${folder}`).map((name) => `${folder}/${name}`);
}
const textOf = (page: string) => readFileSync(`docs/${page}`, 'utf8');

const withCommands = pages.filter((page) => /^```sh/m.test(textOf(page)));

// One for all pages: what a page does there changes nothing that another page shows.
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
let server: Child | undefined;
afterAll(async () => {
  await server?.end();
  rmSync(folder, { recursive: true });
});

async function demo(): Promise<Demo> {
  const args = ['serve', '--demo', '--internal', '127.0.0.1:0', '--port', '0', '--json'];
  server ??= startCommand(args, { cwd: folder });
  await server.says(/^\{"url":.+\n/);
  return { data: join(folder, 'data'), addresses: JSON.parse(server.stdout()) };
}

test.each(withCommands)('what %s says works', async (page) => {
  const isSkipped = ({ code }: Block) =>
    skipped[page]?.some(([begins]) => code.startsWith(begins)) ?? false;
  await walk(`${prepared[page] ?? ''}\n${textOf(page)}`, { isSkipped, demo });
});

test.each(Object.entries(skipped))('each skipped command in %s is there', (page, entries) => {
  const codes = blocksOf(textOf(page)).map(({ code }) => code);
  for (const [begins] of entries)
    expect(codes.filter((code) => code.startsWith(begins)).length, begins).toBe(1);
});
