import type { Response } from '../../../../engine/index.ts';

/** What is left of a limit: an item of `RateLimit`. */
export interface RateLimit {
  readonly name: string;
  readonly remaining: number;
  /** Seconds until the window ends, if the server says so. */
  readonly reset: number | undefined;
}

/** By draft-ietf-httpapi-ratelimit-headers-10, or what is wrong. Undefined without `RateLimit`. */
export function readRateLimits(
  response: Response,
): readonly RateLimit[] | { readonly problem: string } | undefined {
  const [sent, sentPolicies] = ['ratelimit', 'ratelimit-policy'].map((name) =>
    response.headerAll(name),
  );
  if (sent === undefined || sent.length === 0) return undefined;
  if (sentPolicies === undefined || sentPolicies.length === 0)
    return { problem: 'RateLimit without RateLimit-Policy' };
  const [items, policies] = [parseItems(sent), parseItems(sentPolicies)];
  if (items === undefined) return { problem: 'a RateLimit that is not a list of strings' };
  if (policies === undefined)
    return { problem: 'a RateLimit-Policy that is not a list of strings' };
  for (const { integer, has } of policies) {
    if (!(Number(integer('q')) >= 0)) return { problem: 'a policy without a quota `q`' };
    if (has('w') && !(Number(integer('w')) > 0))
      return { problem: 'a policy with an invalid window `w`' };
  }
  for (const { name, integer, has } of items) {
    const [remaining, reset] = [Number(integer('r')), Number(integer('t'))];
    if (!(remaining >= 0)) return { problem: 'a RateLimit without a valid `r`' };
    if (has('t') && !(reset >= 0)) return { problem: 'a RateLimit with an invalid `t`' };
    const own = policies.filter((policy) => policy.name === name);
    if (own.length === 0) return { problem: 'a RateLimit without a policy of its name' };
    if (own.every((policy) => remaining > Number(policy.integer('q'))))
      return { problem: 'a RateLimit with an `r` above the quota `q` of its policy' };
    if (own.every((policy) => reset > Number(policy.integer('w'))))
      return { problem: 'a RateLimit with a `t` above the window `w` of its policy' };
  }
  return items.map(({ name, integer }) => ({
    name,
    remaining: Number(integer('r')),
    reset: integer('t'),
  }));
}

// Structured fields (RFC 9651, 3). Parameters that the draft does not know may have any value.
const string = '"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"';
const number = '-?(?:\\d{1,12}\\.\\d{1,3}|\\d{1,15})';
const value = `${string}|${number}|:[A-Za-z0-9+/=]*:|\\?[01]|@-?\\d{1,15}|%"[ !#-~]*"|[A-Za-z*][\\w!#$%&'*+.^\`|~:/-]*`;
const parameter = `; *([a-z*][a-z0-9_.*-]*)(?:=(${value}))?`;
const item = `(${string})((?:${parameter})*)`;
const list = new RegExp(`^${item}(?:[ \\t]*,[ \\t]*${item})*$`);

/** The items of a list of strings, which may be split over several header lines. Undefined when it is malformed. */
function parseItems(lines: readonly string[]) {
  const text = lines.join(', ').trim();
  if (!list.test(text)) return undefined;
  return [...text.matchAll(new RegExp(item, 'g'))].map(([, name = '', parameters = '']) => {
    const pairs = [...parameters.matchAll(new RegExp(parameter, 'g'))];
    const values = new Map(pairs.map(([, key = '', sent = '?1']) => [key, sent]));
    return {
      name,
      has: (key: string) => values.has(key),
      /** Undefined when the parameter is missing or not an integer. */
      integer: (key: string) => {
        const sent = values.get(key) ?? '';
        return /^-?\d+$/.test(sent) ? Number(sent) : undefined;
      },
    };
  });
}
