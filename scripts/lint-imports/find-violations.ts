import type { Import, ImportGraph } from '../source/imports.ts';
import { type Direction, directions, packages } from './directions.ts';

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** The imports that point in a direction which the table does not allow. */
export function findViolations(graph: ImportGraph): readonly Violation[] {
  return [...graph].flatMap(([path, imports]) => {
    const direction = directionOf(path);
    if (direction === undefined)
      return [
        {
          path,
          line: 1,
          message: 'no row of scripts/lint-imports/directions.ts says what this folder may import',
        },
      ];
    return imports.flatMap((one) => {
      const message = one.isPackage ? packageProblem(path, one) : fileProblem(direction, path, one, graph);
      return message === undefined ? [] : [{ path, line: one.line, message }];
    });
  });
}

function directionOf(path: string): Direction | undefined {
  return directions
    .filter(({ folder }) => (folder === '' ? !path.includes('/') : isIn(path, folder)))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

function fileProblem(direction: Direction, path: string, { to, typesOnly }: Import, graph: ImportGraph) {
  const { folder, mayImport, mayImportTypes = [], neverLoads = [], because } = direction;
  const wanted = [...mayImport, ...(typesOnly ? mayImportTypes : []), ...(folder === '' ? [] : [folder])];
  if (folder === '' && !to.includes('/')) return undefined;
  if (!wanted.some((one) => isIn(to, one))) {
    const typeNote = mayImportTypes.some((one) => isIn(to, one)) ? ' other than as a type' : '';
    return `must not import ${to}${typeNote}. ${because}`;
  }
  const loaded = typesOnly ? undefined : loads(to, neverLoads, graph, new Set([path]));
  return loaded && `must not import ${to}, which loads ${loaded}. ${because}`;
}

function packageProblem(path: string, { to, typesOnly }: Import): string | undefined {
  const { neverLoads = [], because } = directionOf(path) ?? {};
  if (!typesOnly && neverLoads.includes(to)) return `must not import ${to}. ${because}`;
  const rule = packages.find(({ names }) => names.includes(to));
  if (rule === undefined || rule.only.some((one) => isIn(path, one))) return undefined;
  return `must not import ${to}. Only ${rule.only.join(', ')} may.`;
}

/** The first of the packages that a file loads when it is imported, itself or through others. Lazy imports count. */
function loads(
  file: string,
  names: readonly string[],
  graph: ImportGraph,
  seen: Set<string>,
): string | undefined {
  if (names.length === 0 || seen.has(file)) return undefined;
  seen.add(file);
  for (const { to, isPackage, typesOnly } of graph.get(file) ?? []) {
    if (typesOnly) continue;
    const loaded = isPackage ? names.find((name) => name === to) : loads(to, names, graph, seen);
    if (loaded !== undefined) return loaded;
  }
  return undefined;
}

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
