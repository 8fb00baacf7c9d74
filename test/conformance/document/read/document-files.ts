import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../server/store/temporary-store.ts';

/** Writes the files into a new folder, and returns the path of the first one. */
export function documentFiles(files: Readonly<Record<string, string | object>>): string {
  const folder = temporaryFolder();
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  });
  return paths[0] ?? folder;
}
