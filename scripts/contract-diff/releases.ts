import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { byVersion } from './version.ts';

export interface Release {
  readonly version: string;
  readonly file: string;
}

export const releasedFolder = 'openapi/released';

/** The released contracts in a folder, the first first. @throws when there is a file that is none. */
export async function releasesIn(folder = releasedFolder): Promise<readonly Release[]> {
  const versions = (await readdir(folder)).map((name) => {
    const [, version] = /^(\d+\.\d+\.\d+)\.yaml$/.exec(name) ?? [];
    if (version === undefined) throw new Error(`${join(folder, name)} is not named like 1.2.3.yaml`);
    return version;
  });
  return versions.toSorted(byVersion).map((version) => ({ version, file: join(folder, `${version}.yaml`) }));
}
