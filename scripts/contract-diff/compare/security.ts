import { isDeepStrictEqual } from 'node:util';
import { breaksBoth, type Finding, finding } from '../finding.ts';
import { below, type ContractNode, children, fieldsOf, type Pair, pairUp } from '../tree.ts';
import { compareCommon } from './common.ts';

/** Who is let in is a promise to clients and to owners of accounts alike: either direction breaks one of the two. */
export function* compareSecurity({ before, after }: Pair): Generator<Finding> {
  const [were, are] = [waysIn(before), waysIn(after)];
  for (const way of are.filter((one) => !were.includes(one)))
    yield finding(after, `now lets in ${way}`, breaksBoth('access changes'), 'security');
  for (const way of were.filter((one) => !are.includes(one)))
    yield finding(after, `no longer lets in ${way}`, breaksBoth('access changes'), 'security');
}

/** The ways to authenticate, of any operation or none. */
export function* compareSecuritySchemes({ before, after }: Pair): Generator<Finding> {
  const schemes = (place: ContractNode) => children(below(place, 'components', 'securitySchemes'));
  for (const { name, before: was, after: is } of pairUp(schemes(before), schemes(after))) {
    if (is === undefined) yield finding(was, `security scheme ${name} removed`, breaksBoth('access changes'));
    else if (was === undefined)
      yield finding(is, `security scheme ${name} added`, breaksBoth('access changes'));
    else yield* compareScheme({ before: was, after: is });
  }
}

const parts = ['type', 'scheme', 'bearerFormat', 'name', 'in', 'flows', 'openIdConnectUrl'];

function* compareScheme({ before, after }: Pair): Generator<Finding> {
  yield* compareCommon({ before, after }, parts);
  const [was, is] = [fieldsOf(before.value), fieldsOf(after.value)];
  for (const part of parts.filter((name) => !isDeepStrictEqual(was[name], is[name])))
    yield finding(after, `${part} changed`, breaksBoth('access changes'), part);
}

/** The alternatives of an operation, or of the contract where it names none; `{}` and an empty list let everybody in. */
function waysIn({ contract, value }: ContractNode): readonly string[] {
  const alternatives = fieldsOf(value).security ?? contract.security;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return ['everybody'];
  return alternatives.map((schemes) => {
    const needed = Object.entries<readonly string[]>(schemes).map(([scheme, scopes]) =>
      [scheme, ...scopes.toSorted()].join(' '),
    );
    return needed.length === 0 ? 'everybody' : `who has ${needed.toSorted().join(' and ')}`;
  });
}
