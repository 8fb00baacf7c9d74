import { findViolations } from './lint-imports/find-violations.ts';
import { importCycles } from './source/cycles.ts';
import { importGraph } from './source/imports.ts';
import { readWorkingTree } from './source/tracked-files.ts';

/** Checks which folder imports which, and that no files import one another. */
const graph = importGraph(readWorkingTree());
const problems = [
  ...findViolations(graph).map(({ path, line, message }) => `${path}:${line}  ${message}`),
  ...importCycles(graph).map((cycle) => `These files import one another:\n  ${cycle.join('\n  ')}`),
];
for (const problem of problems) console.log(problem);
if (problems.length > 0) {
  console.error(`\nFound ${problems.length} problems with imports.`);
  process.exitCode = 1;
}
