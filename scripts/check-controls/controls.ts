import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Row = ReturnType<typeof readRows>[number];

/**
 * A table of test/controls: for each threat of the page, in each file, by name, how to take a control out.
 * A name in several files of a threat is one control.
 */
export type Controls = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, Removal>>>>>
>;

/** Changes of texts. Of a change without a replacement only the text is given. */
type Removal = string | Change | readonly (string | Change)[];

interface Change {
  /** Is in the file exactly once. */
  readonly find: string;
  /** What replaces the text. Without it, the lines that the text is in are removed. */
  readonly replace?: string;
  /** Relative to `test/`, without `.test.ts`. One of its tests must fail. @default the first file that the threat names */
  readonly test?: string;
}

interface Edit extends Change {
  readonly file: string;
}

export interface Mutation {
  /** The name of the table and its own, such as `guessing/password-rules`. */
  readonly name: string;
  readonly threat: string;
  readonly test: string;
  readonly edits: readonly Edit[];
}

const page = 'docs/explanation/security.md';
const folder = 'test/controls';

/** The items of docs/explanation/security.md that have a threat and its control. */
export function readRows() {
  const items = readFileSync(page, 'utf8').matchAll(
    /^- \*\*(.+)\*\*: .+\. (`.+`) \(([\d., ]+)\)$/gm,
  );
  return Array.from(items, ([, threat = '', tests = '', requirements = '']) => ({
    threat,
    /** Its test files, relative to `test/`. */
    tests: tests.split(', ').map((file) => file.replaceAll('`', '')),
    requirements: requirements.split(', '),
  }));
}

export async function readMutations(): Promise<Mutation[]> {
  const firstTests = new Map(readRows().map(({ threat, tests }) => [threat, tests[0]]));
  const tables = readdirSync(folder).map(async (file) => {
    const { controls }: { controls: Controls } = await import(
      pathToFileURL(resolve(folder, file)).href
    );
    return Object.entries(controls).flatMap(([threat, files]) => {
      const changes = Object.entries(files).flatMap(([path, removals]) =>
        Object.entries(removals).flatMap(([name, removal]) =>
          [removal].flat().map((change) => ({
            name: `${file.replace(/\.ts$/, '')}/${name}`,
            file: path,
            ...(typeof change === 'string' ? { find: change } : change),
          })),
        ),
      );
      return [...new Set(changes.map(({ name }) => name))].map((name) => {
        const edits = changes.filter((change) => change.name === name);
        const own = edits.find((edit) => edit.test !== undefined)?.test;
        return {
          name,
          threat,
          test: own ? `${own}.test.ts` : (firstTests.get(threat) ?? ''),
          edits,
        };
      });
    });
  });
  return (await Promise.all(tables))
    .flat()
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Says in which points the page, the tables and the source disagree: nothing when they agree. */
export function disagreements(rows: readonly Row[], mutations: readonly Mutation[]): string[] {
  const mutated = new Set(mutations.map(({ threat }) => threat));
  const missing = rows.filter(({ threat }) => !mutated.has(threat));
  return [
    ...missing.map(({ threat }) => `${folder} has no entry for “${threat}”`),
    ...mutations.flatMap((mutation) => {
      const row = rows.find(({ threat }) => threat === mutation.threat);
      if (row === undefined) return `${mutation.name}: ${page} has no row “${mutation.threat}”`;
      if (!row.tests.includes(mutation.test))
        return `${mutation.name}: the row “${mutation.threat}” of ${page} does not name ${mutation.test}`;
      return [];
    }),
    ...mutations.flatMap(({ name, edits }) => {
      try {
        applyEdits(edits, '.');
        return [];
      } catch (error) {
        return `${name}: ${error instanceof Error ? error.message : error}`;
      }
    }),
  ];
}

/** The new text of each file by its path. @throws Error when a file doesn't have a text exactly once */
export function applyEdits(edits: readonly Edit[], root: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    const [start, end] = [text.indexOf(find), text.indexOf(find) + find.length];
    if (start === -1) throw new Error(`${file} has no text \`${find}\``);
    if (text.includes(find, start + 1))
      throw new Error(`${file} has the text \`${find}\` more than once`);
    const [from, to] = [text.lastIndexOf('\n', start) + 1, text.indexOf('\n', end) + 1];
    texts.set(
      file,
      replace === undefined
        ? text.slice(0, from) + text.slice(to)
        : text.slice(0, start) + replace + text.slice(end),
    );
  }
  return texts;
}
