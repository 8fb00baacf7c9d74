import { readFile } from 'node:fs/promises';
import { checks, responseChecks } from '../../conformance/catalogue.ts';
import { facts } from './facts.ts';
import { readClauses, sourcePath } from './read-clauses.ts';
import { readDecisions } from './read-decisions.ts';
import { type Trace, traceClauses } from './trace-clauses.ts';

/** Every clause of the source with what follows from it in the working tree. */
export async function readTraces(): Promise<readonly Trace[]> {
  return traceClauses({
    clauses: readClauses(await readFile(sourcePath, 'utf8')),
    facts,
    checks: [...checks, ...responseChecks],
    decisions: readDecisions(await readFile('docs/explanation/decisions.md', 'utf8')),
  });
}
