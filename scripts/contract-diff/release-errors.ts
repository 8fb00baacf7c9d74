import type { Finding } from './finding.ts';
import { byVersion, numbers } from './releases.ts';
import { type Contract, fieldsOf, operationsOf } from './tree.ts';

/**
 * What to do when the version of the later contract does not say what changed; `undefined` when it does. An editorial
 * change needs no other version.
 */
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
      'or add it as a new version (docs/explanation/evolution.md) and raise info.version in openapi/openapi.yaml.'
    );
  if (has('additive') && laterMajor === major && laterMinor === minor)
    return (
      `info.version is ${later}, and a change of ${released} that clients or servers can notice needs ` +
      `${major}.${minor + 1}.0: raise it in openapi/openapi.yaml and run \`npm run generate\`.`
    );
  return undefined;
}

/**
 * What to do when operations were removed before their sunset, which no version may do. `undefined` when there are none. It is
 * not a finding, because it depends on the day.
 *
 * @param today such as `2028-01-01`, in UTC.
 */
export function removalError(released: Contract, later: Contract, today: string): string | undefined {
  const left = new Set([...operationsOf(later).keys()].map(withoutNames));
  const early = [...operationsOf(released)]
    .filter(([name]) => !left.has(withoutNames(name)))
    .flatMap(([name, { value }]) => {
      const { deprecated, 'x-deprecation': deprecation } = fieldsOf(value);
      const { sunset } = fieldsOf(deprecation);
      if (deprecated !== true || typeof sunset !== 'string') return [`${name} was never deprecated`];
      return sunset > today ? [`${name} has its sunset on ${sunset}`] : [];
    });
  if (early.length === 0) return undefined;
  return `${early.join('; ')}: remove an operation only after its sunset. Put it back, and deprecate it first (docs/explanation/evolution.md).`;
}

// Renaming a parameter of a path does not change the operation.
function withoutNames(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, '{}');
}
