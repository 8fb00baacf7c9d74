import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { deadLinks } from '../../scripts/dead-links.ts';
import { renderMarkdown } from '../../scripts/docs/markdown/render-markdown.ts';
import { toolName } from '../../scripts/install.ts';
import { runCommand } from '../support/command/run-command.ts';
import { temporaryFile } from '../support/server/database.ts';
import { blocksOf } from './support/blocks.ts';

/** The files that git tracks or would add, and that are there. */
function filesOfTree(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  return paths.filter((path) => path !== '' && existsSync(path));
}

const files = filesOfTree();
const pages = files.filter((path) => path.endsWith('.md'));

test.each(pages)('every relative link of %s leads to a file', (page) => {
  expect(deadLinks(page, readFileSync(page, 'utf8'), files)).toEqual([]);
});

const anchors = new Map<string, readonly string[]>(
  pages.map((page) => {
    const options = { hasClauses: page.endsWith('interface.md') };
    const { markup } = renderMarkdown(readFileSync(page, 'utf8'), options).html;
    return [page, markup.match(/(?<= id=")[^"]+/g) ?? []];
  }),
);

test.each(pages)('every link of %s to a part of a page leads to a heading', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s:]*\.md)?#([^)\s]+)\)/g)];
  const dead = links
    .map(
      ([, path = posix.basename(page), anchor = '']) =>
        [posix.join(posix.dirname(page), path), anchor] as const,
    )
    .filter(([target, anchor]) => !anchors.get(target)?.includes(anchor));
  expect(dead).toEqual([]);
});

const page = readFileSync('docs/how-to/deploy.md', 'utf8');
const unit = blocksOf(page).find(({ language }) => language === 'ini')?.code ?? '';
const [, stated = ''] = /rates the exposure of this unit below (\d+) of 10/.exec(page) ?? [];

// With CI=true the program is there, or the tests fail.
const isMissing =
  process.env.CI !== 'true' && spawnSync('systemd-analyze', ['--version']).status !== 0;

/** Whether `systemd-analyze security`, which needs no running systemd, rates a unit below what the guide states. */
function isBelow(text: string): boolean {
  const file = temporaryFile('account-access.service', text);
  // Tenths.
  const threshold = `--threshold=${Number(stated) * 10}`;
  const { status, stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', threshold, file],
    { encoding: 'utf8' },
  );
  expect(stdout).toContain('Overall exposure level for account-access.service');
  return status === 0;
}

test.skipIf(isMissing)(
  'the unit of the guide has the exposure that it states, and more without restrictions',
  () => {
    expect(isBelow(unit)).toBe(true);
    const [bare = ''] = unit.split('# Nothing but its own files');
    expect(isBelow(bare)).toBe(false);
  },
);

test('the service accepts the arguments and the variable of the unit', async () => {
  const [, args = ''] = /^ExecStart=\S+ (.+)$/m.exec(unit) ?? [];
  const [, name = '', value = ''] = /^Environment=(\w+)=(.+)$/m.exec(unit) ?? [];
  const child = runCommand([...args.split(' '), '--print-config'], { env: { [name]: value } });
  expect(await child.ended, child.stderr()).toBe(0);
  expect(parse(child.stdout())).toMatchObject({
    host: '127.0.0.1',
    database: '/var/lib/account-access/account-access.db',
    trustedHops: 1,
    internal: '127.0.0.1:8081',
    drainDelaySeconds: 5,
  });
});

const pageGenerateAClient = readFileSync('docs/how-to/generate-a-client.md', 'utf8');

test('the page on clients, and its command, name the version of each tool that the check runs', () => {
  const rows = Array.from(
    pageGenerateAClient.matchAll(/^\| `([^`]+)` +\| (\d[\d.]*) /gm),
    ([, name = '', version]) => ({ name, version }),
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ name, version }) => `${name} ${version}`)).toEqual(
    rows.map(({ name }) => toolName(name)),
  );
  const [, version] = pageGenerateAClient.match(/npx @hey-api\/openapi-ts@(\S+)/) ?? [];
  expect(`@hey-api/openapi-ts ${version}`).toBe(toolName('@hey-api/openapi-ts'));
});
