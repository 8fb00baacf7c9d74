import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DiffFinding as Finding,
  fieldsOf,
  type JsonObject,
  operationsIn,
} from '../../conformance/engine/index.ts';

/** `info.version`, which must be semantic (semver.org, 2), without a pre-release. */
export function versionOf(contract: JsonObject): string {
  const { version } = fieldsOf(contract.info);
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`info.version must be like 1.2.3, and is ${JSON.stringify(version)}`);
  return version;
}

function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function numbers(version: string): readonly [number, number] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}

export type Release = Awaited<ReturnType<typeof releasesIn>>[number];

export const releasedFolder = 'openapi/released';

/** The released contracts in a folder, the oldest first. @throws when a file is not named after a version */
export async function releasesIn(folder = releasedFolder) {
  const versions = (await readdir(folder)).map((name) => {
    const [, version] = /^(\d+\.\d+\.\d+)\.yaml$/.exec(name) ?? [];
    if (version === undefined)
      throw new Error(`${join(folder, name)} is not named like 1.2.3.yaml`);
    return version;
  });
  return versions
    .toSorted(byVersion)
    .map((version) => ({ version, file: join(folder, `${version}.yaml`) }));
}

/** `undefined` when the version says what changed. An editorial change needs no other version. */
export function versionError(
  findings: readonly Finding[],
  released: string,
  later: string,
): string | undefined {
  const [major, minor] = numbers(released);
  const [laterMajor, laterMinor] = numbers(later);
  if (byVersion(later, released) < 0)
    return `info.version is ${later}, but ${released} is released: raise it, or take the newer release away.`;
  const has = (impact: Finding['impact']) => findings.some((finding) => finding.impact === impact);
  if (has('breaking') && laterMajor === major)
    return (
      `info.version is ${later}, and a breaking change of ${released} needs ${major + 1}.0.0: take the change back, ` +
      'or add it as a new version (CONTRIBUTING.md) and raise info.version in openapi/openapi.yaml.'
    );
  if (has('additive') && laterMajor === major && laterMinor === minor)
    return (
      `info.version is ${later}, and a change of ${released} that clients or servers can notice needs ` +
      `${major}.${minor + 1}.0: raise it in openapi/openapi.yaml and run \`npm run generate\`.`
    );
  return undefined;
}

/** Not a finding, because it depends on the day. @param today such as `2028-01-01`, in UTC. */
export function removalError(
  released: JsonObject,
  later: JsonObject,
  today: string,
): string | undefined {
  const left = new Set([...operationsIn(later).keys()].map(withoutNames));
  const early = [...operationsIn(released)]
    .filter(([name]) => !left.has(withoutNames(name)))
    .flatMap(([name, { value }]) => {
      const { deprecated, 'x-deprecation': deprecation } = fieldsOf(value);
      const { sunset } = fieldsOf(deprecation);
      if (deprecated !== true || typeof sunset !== 'string')
        return [`${name} was never deprecated`];
      return sunset > today ? [`${name} has its sunset on ${sunset}`] : [];
    });
  if (early.length === 0) return undefined;
  return `${early.join('; ')}: remove an operation only after its sunset. Put it back, and deprecate it first (CONTRIBUTING.md).`;
}

// Renaming a parameter of a path does not change the operation.
function withoutNames(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, '{}');
}
