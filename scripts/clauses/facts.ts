import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a test of the contract says that the source shows. */
export interface Fact {
  /** The ids of the clauses that show it. */
  readonly clauses: readonly string[];
  /** The name of the test, without clauses and pointer. */
  readonly words: string;
  /** Where the contract says it. */
  readonly pointer: string;
}

export const factsPath = 'test/contract/source-document.test.ts';

/** Reads the name of a test, such as `4.1.2, 5.1 no Authorization header is sent (/paths/…)`. */
export function readFact(name: string): Fact | undefined {
  const [, clauses, words, pointer] = /^(\d[^\s,]*(?:, \d[^\s,]*)*) (.+) \((\/.*)\)$/.exec(name) ?? [];
  if (clauses === undefined || words === undefined || pointer === undefined) return undefined;
  return { clauses: clauses.split(', '), words, pointer };
}

/** Every fact that the tests compare with the contract. */
export async function listFacts(): Promise<readonly Fact[]> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'list', factsPath, '--project', 'sqlite', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, vitest, { maxBuffer: 64 * 1024 * 1024 });
  const tests: readonly { readonly name: string }[] = JSON.parse(stdout);
  return tests.flatMap(({ name }) => readFact(name) ?? []);
}
