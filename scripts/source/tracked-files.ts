import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The text of every hand-written file, by path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

const derived =
  /^(generated|openapi\/released)\/(?!README)|^docs\/(?:reference\/)?(checks|cli|contract-changelog|source-to-tests)\.md$|^bench\/RESULTS\.md$/;
const data = /(^|\/)package-lock\.json$|^bench\/results\.json$|^LICENSE$|\.(svg|png|ico|woff2?)$/;

/** Whether people write the file: no tool derives it. */
export const isHandWritten = (path: string) => !derived.test(path) && !data.test(path);

/** The hand-written files of the working tree, new ones included. */
export function readWorkingTree(): Sources {
  const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard']).toString().split('\0');
  const paths = [...new Set(files)].filter((path) => path !== '' && isHandWritten(path) && existsSync(path));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** The hand-written files of a revision of the repository. @throws when git does not know the revision. */
export function readRevision(revision: string): Sources {
  const listed = git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', revision]).toString().split('\0');
  const paths = listed.filter((path) => path !== '' && isHandWritten(path));
  const output = git(['cat-file', '--batch'], paths.map((path) => `${revision}:${path}\n`).join(''));
  const sources = new Map<string, string>();
  let at = 0;
  for (const path of paths) {
    // A line "<object> blob <size>", then the content and a line feed.
    const head = output.subarray(at, output.indexOf('\n', at)).toString();
    const start = at + head.length + 1;
    at = start + Number(head.split(' ')[2]) + 1;
    sources.set(path, output.subarray(start, at - 1).toString());
  }
  return sources;
}

/** @throws when git fails: the folder is no repository, or the revision is unknown. */
export function git(parameters: readonly string[], input?: string): Buffer {
  return execFileSync('git', parameters, { input, maxBuffer: 1024 ** 3, stdio: ['pipe', 'pipe', 'inherit'] });
}
