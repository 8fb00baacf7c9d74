import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The text of every hand-written file, by path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

const derived =
  /^(generated|openapi\/released)\/(?!README)|^docs\/(checks|cli|contract-changelog)\.md$|^bench\/RESULTS\.md$/;
const data = /(^|\/)package-lock\.json$|^bench\/results\.json$|^LICENSE$|\.(svg|png|ico|woff2?)$/;

/** Whether people write the file: no tool derives it. */
export const isHandWritten = (path: string) => !derived.test(path) && !data.test(path);

/** The hand-written files of the working tree, new ones included. */
export function readWorkingTree(): Sources {
  const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard']).toString().split('\0');
  const paths = [...new Set(files)].filter((path) => path !== '' && isHandWritten(path) && existsSync(path));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** @throws when git fails: the folder is no repository, or the revision is unknown. */
export function git(parameters: readonly string[], input?: string): Buffer {
  return execFileSync('git', parameters, { input, maxBuffer: 1024 ** 3, stdio: ['pipe', 'pipe', 'inherit'] });
}
