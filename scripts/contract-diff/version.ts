import type { Contract, Finding } from './finding.ts';
import { membersOf } from './tree.ts';

/** `info.version`, which must be semantic (semver.org, 2), without a pre-release. */
export function versionOf(contract: Contract): string {
  const { version } = membersOf(contract.info);
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`info.version must be like 1.2.3, and is ${JSON.stringify(version)}`);
  return version;
}

/** For `toSorted`: by each number in turn. */
export function byVersion(one: string, other: string): number {
  const [left, right] = [numbers(one), numbers(other)];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/**
 * What to do when the version of the later contract does not say what changed; `undefined` when it does. An editorial
 * change asks for no other version.
 */
export function versionFault(
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
      'or put it beside the old version (docs/evolution.md) and raise info.version in openapi/openapi.yaml.'
    );
  if (has('additive') && laterMajor === major && laterMinor === minor)
    return `info.version is ${later}, and an addition to ${released} needs ${major}.${minor + 1}.0: raise it in openapi/openapi.yaml and run \`npm run generate\`.`;
  return undefined;
}

function numbers(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}
