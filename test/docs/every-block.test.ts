import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Block, blocksOf } from './support/blocks.ts';
import {
  type Reader,
  readAnnouncement,
  readBeginningOfProfile,
  readEngineProfile,
  readGitHubWorkflow,
  readGitLabWorkflow,
  readJenkinsfile,
  readNewBaseline,
  readPartOfReport,
  readServiceProfile,
} from './support/readers.ts';

/** What reads a block that no command of its page uses: a function, or a test that reads the page. */
type Samples = Readonly<
  Record<string, readonly (readonly [begins: string, by: Reader | string])[]>
>;

const samples: Samples = {
  'docs/use/changelog.md': [['Deprecation:', readAnnouncement]],
  'docs/use/client.md': [['', 'test/client/page.test.ts']],
  'docs/use/errors.md': [['{\n  "data"', 'scripts/generate/error-catalogue.ts']],
  'docs/use/mock.md': [['', 'test/docs/recipes/recipe-folder.ts']],
  'docs/use/other-languages.md': [
    [
      "import { generateApiKey, login } from './client'",
      'scripts/check-generators/generated-programs.ts',
    ],
  ],
  'docs/test/tutorial.md': [['demo: true', readBeginningOfProfile]],
  'docs/test/profile-and-reports.md': [
    ['# account-access.yaml', readServiceProfile],
    ['# Returns a different trace id', readNewBaseline],
    ['waivers:', readServiceProfile],
    ['{\n  "version"', readPartOfReport],
  ],
  'docs/run/accounts-and-keys.md': [['// reports.ts', 'test/docs/express-apps.test.ts']],
  'docs/run/deploy.md': [
    ['# /etc/systemd', 'test/docs/deploy.test.ts'],
    ['# /etc/nginx', 'test/docs/deploy.test.ts'],
    ['-- On the primary', 'test/postgres/replication.test.ts'],
    ['// app.ts', 'test/docs/express-apps.test.ts'],
    ['await createService', 'test/docs/express-apps.test.ts'],
  ],
  'docs/run/monitor.md': [
    ['# prometheus.yml', 'test/docs/monitor.test.ts'],
    ['{\n  "level"', 'test/docs/monitor.test.ts'],
    ['# /etc/fail2ban/filter.d', 'test/docs/monitor.test.ts'],
    ['# /etc/fail2ban/jail.d', 'test/docs/monitor.test.ts'],
  ],
  'conformance/engine/README.md': [
    ['# .github/workflows/contract.yaml', 'test/docs/engine-action.test.ts'],
    ['credentials:', readEngineProfile],
  ],
  'conformance/engine/docs/ci-and-gateways.md': [
    ['# .github/workflows/contract.yaml', readGitHubWorkflow],
    ['# .github/workflows/contract-action.yaml', 'test/docs/engine-action.test.ts'],
    ['# .github/workflows/contract-python.yaml', 'test/docs/engine-action.test.ts'],
    ['// Jenkinsfile', readJenkinsfile],
    ['# .gitlab-ci.yml', readGitLabWorkflow],
    ['// contract.test.ts', 'test/docs/contract-tests.test.ts'],
    ['headers:', readEngineProfile],
    ['credentials: #', readEngineProfile],
    ['clientCertificate:', readEngineProfile],
  ],
  'conformance/engine/docs/documents.md': [
    ['values:', readEngineProfile],
    ['credentials:', readEngineProfile],
    ['waivers:', readEngineProfile],
  ],
  'conformance/engine/docs/own-checks.md': [['', 'test/runtimes/engine-tarball.test.ts']],
};

const pages = [
  'README.md',
  'client/README.md',
  'examples/README.md',
  'conformance/engine/README.md',
  ...['conformance/engine/docs', 'docs/use', 'docs/test', 'docs/run'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  ),
];
const blocks = new Map(pages.map((page) => [page, blocksOf(readFileSync(page, 'utf8'))]));

const entryOf = (page: string, { code }: Block) =>
  samples[page]?.find(([begins]) => code.startsWith(begins));

/** test/docs/guides.test.ts runs the commands, compares their output, and writes the files that they read. */
function isPartOfCommand(block: Block, page: readonly Block[]): boolean {
  const { language, file, code } = block;
  const isOutput = page.some(({ output }) => output?.code === code);
  const isRead = page.some(
    (other) => other !== block && file !== undefined && other.code.includes(file),
  );
  return language === 'sh' || isOutput || isRead;
}

test.each(pages)('something runs or reads each block of %s', (page) => {
  const own = blocks.get(page) ?? [];
  const idle = own.filter((block) => !isPartOfCommand(block, own) && !entryOf(page, block));
  expect(idle.map(({ code }) => code)).toEqual([]);
});

const named = Object.entries(samples).flatMap(([page, entries]) =>
  entries.map(([begins, by]) => ({ page, begins, by })),
);

test.each(named)('$page has the sample "$begins"', ({ page, begins, by }) => {
  expect(blocks.get(page)?.some(({ code }) => code.startsWith(begins))).toBe(true);
  if (typeof by !== 'string') return;
  expect(existsSync(by), by).toBe(true);
  const isGenerated = by.startsWith('scripts/generate/');
  if (!isGenerated) expect(readFileSync(by, 'utf8')).toContain(page.replace(/^.*\/docs\//, ''));
});

const read = [...blocks].flatMap(([page, own]) =>
  own.flatMap((block) => {
    const [begins, by] = entryOf(page, block) ?? [];
    return typeof by === 'function' ? [{ page, begins, by, code: block.code }] : [];
  }),
);

test.each(read)('what the sample "$begins" of $page is for can read it', async ({ by, code }) => {
  await by(code);
});
