import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contract, fieldsOf } from './tree.ts';

/** `info.version`, which must be semantic (semver.org, 2), without a pre-release. */
export function versionOf(contract: Contract): string {
  const { version } = fieldsOf(contract.info);
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`info.version must be like 1.2.3, and is ${JSON.stringify(version)}`);
  return version;
}

/** Sorts versions, for `toSorted`. */
export function byVersion(one: string, other: string): number {
  const [left, right] = [numbers(one), numbers(other)];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** Major, minor and patch. */
export function numbers(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

export interface Release {
  readonly version: string;
  readonly file: string;
}

export const releasedFolder = 'openapi/released';

/** The released contracts in a folder, the oldest first. @throws when a file is not named after a version */
export async function releasesIn(folder = releasedFolder): Promise<readonly Release[]> {
  const versions = (await readdir(folder)).map((name) => {
    const [, version] = /^(\d+\.\d+\.\d+)\.yaml$/.exec(name) ?? [];
    if (version === undefined) throw new Error(`${join(folder, name)} is not named like 1.2.3.yaml`);
    return version;
  });
  return versions.toSorted(byVersion).map((version) => ({ version, file: join(folder, `${version}.yaml`) }));
}
