import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { removalError } from '../../scripts/contract-diff/release-errors.ts';
import { contractChangelog } from '../../scripts/generate/contract-changelog.ts';
import {
  additions,
  breaks,
  type Document,
  deprecate,
  earlierEnds,
  removals,
  reprieves,
  withdrawals,
} from './planted-changes.ts';

interface Done {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const contract = (): Document => JSON.parse(readFileSync('generated/openapi.json', 'utf8'));

// Not when a test has finished: of tests that run at once, vitest does not know which one asks for that.
const folders: string[] = [];
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'contract-'));
  folders.push(path);
  return path;
}

function run(script: string, ...args: readonly string[]): Promise<Done> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', `scripts/${script}.ts`, ...args],
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Compares today's contract as 1.0.0, or what `release` makes of it, with what `change` makes of it, as `version`. */
function diff(
  version: string,
  change: (document: Document) => void,
  args: readonly string[] = [],
  release: (document: Document) => void = () => {},
) {
  const path = folder();
  const [released, bundle] = [join(path, 'released'), join(path, 'openapi.yaml')];
  mkdirSync(released);
  const before = contract();
  before.info.version = '1.0.0';
  release(before);
  writeFileSync(join(released, '1.0.0.yaml'), stringify(before));
  const later = structuredClone(before);
  later.info.version = version;
  change(later);
  writeFileSync(bundle, stringify(later));
  return run('contract-diff', '--released', released, '--bundle', bundle, ...args);
}

describe.concurrent('the comparison with the last release', () => {
  test.each([
    ['narrowed, required or let in', breaks, '1.1.0', 'a breaking change of 1.0.0 needs 2.0.0'],
    ['taken away', removals, '2.0.0', 'POST /v1/auth/login was never deprecated; DELETE /v1/security'],
    ['added', additions, '1.0.1', 'an addition to 1.0.0 needs 1.1.0'],
  ])('finds all that was %s', async (_what, planted, version, demand) => {
    const plant = (document: Document) => {
      for (const { change } of planted) change(document);
    };
    const done = await diff(version, plant, ['--json']);

    expect(done.stdout, done.stderr).not.toBe('');
    const { findings, error } = JSON.parse(done.stdout);
    for (const { name, impact, pointer, rule } of planted) {
      const expected = expect.objectContaining({ impact, rule, pointer: expect.stringContaining(pointer) });
      expect(findings, name).toContainEqual(expected);
    }
    expect(done.code, done.stderr).toBe(demand === undefined ? 0 : 1);
    expect(done.stderr).toContain(demand ?? '');
    if (demand === undefined) expect(error).toBe(undefined);
    else expect(error).toContain(demand);
  });

  test('finds nothing where nothing changed', async () => {
    expect(await diff('1.0.0', () => {})).toEqual({
      code: 0,
      stdout: '1.0.0 → 1.0.0\nNothing changed.\n',
      stderr: '',
    });
  });

  test('lets a text change without a new version, and says so in Markdown', async () => {
    const { code, stdout } = await diff(
      '1.0.0',
      ({ paths }) => {
        paths['/v1/auth/login'].post.description = 'Otherwise.';
      },
      ['--markdown'],
    );
    expect(code).toBe(0);
    expect(stdout).toBe(
      '## 1.0.0 → 1.0.0\n\n**Editorial.**\n\n- `description` changed. At `/paths/~1v1~1auth~1login/post/description`.\n',
    );
  });

  test('accepts an addition when the minor version is raised', async () => {
    const add = ({ components }: Document) => components.schemas.Reason.enum.push('new_reason');
    const { code, stdout, stderr } = await diff('1.1.0', add);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('additive   The reason `new_reason` was added. [reasons]');
  });
});

describe('what was announced to end', () => {
  test('may end later or not at all, but not earlier without a new major version', async () => {
    const all = [...earlierEnds, ...withdrawals, ...reprieves];
    const plant = (document: Document) => {
      for (const { change } of all) change(document);
    };
    const { code, stdout, stderr } = await diff('1.1.0', plant, ['--json'], deprecate);
    const { findings } = JSON.parse(stdout);
    for (const { name, impact, pointer, rule } of all) {
      const expected = expect.objectContaining({ impact, rule, pointer: expect.stringContaining(pointer) });
      expect(findings, name).toContainEqual(expected);
    }
    // Each is reported once, and otherwise only that the version changed.
    expect(findings).toHaveLength(all.length + 1);
    expect(code).toBe(1);
    expect(stderr).toContain('a breaking change of 1.0.0 needs 2.0.0');
  });

  test('may be removed on its sunset or later', () => {
    const before = contract();
    deprecate(before);
    const after = structuredClone(before);
    delete after.paths['/v1/auth/login'];
    // Not taken out: a name within its path is another.
    after.paths['/v1/security/apikey/{key_id}'] = after.paths['/v1/security/apikey/{id}'];
    delete after.paths['/v1/security/apikey/{id}'];

    expect(removalError(before, after, '2027-12-31')).toContain(
      'POST /v1/auth/login has its sunset on 2028-01-01: remove an operation only after its sunset.',
    );
    expect(removalError(before, after, '2028-01-01')).toBeUndefined();
  });
});

test('a release is recorded under its version once, and never overwritten', async () => {
  const path = folder();
  const bundle = join(path, 'openapi.yaml');
  const recorded = join(path, 'released', '1.4.2.yaml');
  const content = stringify({ ...contract(), info: { ...contract().info, version: '1.4.2' } });
  writeFileSync(bundle, content);
  const release = () => run('contract-release', '--released', join(path, 'released'), '--bundle', bundle);

  expect((await release()).code).toBe(0);
  expect(readFileSync(recorded, 'utf8')).toBe(content);

  writeFileSync(bundle, `${content}# changed\n`);
  const again = await release();
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('is released already: raise info.version');
  expect(readFileSync(recorded, 'utf8')).toBe(content);
});

test('the changelog of the contract describes the first release, and what each later one changed', async () => {
  const path = folder();
  const first = contract();
  const later = structuredClone(first);
  later.components.schemas.Reason.enum.push('new_reason');
  writeFileSync(join(path, '1.9.0.yaml'), stringify(first));
  writeFileSync(join(path, '1.10.0.yaml'), stringify(later));

  const page = await contractChangelog(path);

  expect(page.match(/^## .*$/gm)).toEqual(['## 1.10.0', '## 1.9.0, first release']);
  expect(page).toContain('**Additive.**\n\n- The reason `new_reason` was added. At');
  expect(page).toContain('- `POST /v1/auth/login`: Log in. Returns 200, 400, 401,');
});
