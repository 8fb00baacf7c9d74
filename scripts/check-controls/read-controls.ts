import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A test that the page names: its file, relative to `test/`, and its title as the source has it. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** A row of the tables of docs/explanation/security.md. */
export interface Row {
  readonly cells: readonly string[];
  /** The first cell. */
  readonly threat: string;
  readonly tests: readonly NamedTest[];
}

/** A change that takes one control out. */
export interface Patch {
  /** The path below test/controls, without `.patch`. */
  readonly name: string;
  /** The path from the current folder. */
  readonly path: string;
  /** The row that the first line of the patch names. Empty when it names none. */
  readonly threat: string;
  /** The title of the test of that row that must fail, if the second line names one. Otherwise any test of the row. */
  readonly test: string | undefined;
  /** The files that it changes. */
  readonly files: readonly string[];
}

const page = 'docs/explanation/security.md';
const folder = 'test/controls';

/** The rows of the page in the current folder. */
export function readRows(): Row[] {
  return readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (threat|-)/.test(line))
    .map((line) => {
      const cells = line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim());
      const [threat = '', , named = ''] = cells;
      const tests = [...named.matchAll(/`([^`]+)`: “([^”]+)”/g)];
      return { cells, threat, tests: tests.map(([, file = '', title = '']) => ({ file, title })) };
    });
}

/** The patches in the current folder, sorted by name. */
export function readPatches(): Patch[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.patch'))
    .map((file) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const files = [...text.matchAll(/^--- a\/(.+)$/gm)].map(([, changed = '']) => changed);
      const name = join(dirname(file), file.replace(/^.*[/\\]|\.patch$/g, '')).replaceAll('\\', '/');
      const [, threat = '', test] = /^Threat: (.+)\n(?:Test: (.+)\n)?/.exec(text) ?? [];
      return { name, path, threat, test, files };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The tests of which one must fail with the patch. */
export function testsFor({ test }: Patch, { tests }: Row): NamedTest[] {
  return tests.filter(({ title }) => test === undefined || title === test);
}

/** Says which rows have no patch, and which patches name no test of a row: nothing when the page and the patches agree. */
export function disagreements(rows: readonly Row[], patches: readonly Patch[]): string[] {
  const patched = new Set(patches.map(({ threat }) => threat));
  const unpatched = rows.filter(({ threat }) => !patched.has(threat));
  const strays = patches.filter((patch) => {
    const row = rows.find(({ threat }) => threat === patch.threat);
    return row === undefined || testsFor(patch, row).length === 0;
  });
  return [
    ...unpatched.map(({ threat }) => `no patch in ${folder} for “${threat}”`),
    ...strays.map(({ path }) => `${path}: its first lines name no row of ${page}, or no test of the row`),
  ];
}

/** Matches the full name of a test in a report, whatever stands for the variable parts of its title. */
export function namePattern({ title }: NamedTest): string {
  const variable = /%[a-z#%]|\\\$\\\{[^}]*\\\}|\\\$\w+/g;
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(variable, '.*');
}
