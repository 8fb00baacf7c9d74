import { withTexts } from '../../../bounded/digits.ts';
import type { CompletedExchange } from '../../../check.ts';
import { isJsonObject } from '../../model/pointer.ts';
import { namedValues } from '../../named-values.ts';
import type { Resource } from './find-resources.ts';
import {
  identityAround,
  identityIn,
  isWhole,
  locationOf,
  type Means,
  matchPath,
  targetPath,
} from './identify.ts';
import { type Identity, lastNoun, plainName, sameWord } from './names.ts';

/** Which resource a finished job says that it has created, after a request that was accepted with 202. */
export function identifyResult(
  resource: Resource,
  accepted: CompletedExchange,
  job: CompletedExchange,
  means: Means,
): Identity | undefined {
  const { path } = resource;
  const body = withTexts(job.response.json?.value);
  const around = identityAround(resource, accepted, means.prefix);
  const found =
    locationOf(job, path, means.prefix) ??
    // `Location` of the 202 may lead to the resource itself.
    matchPath(path, targetPath(job.request.target, means.prefix)) ??
    linkIn(resource, body, means.prefix) ??
    partsOf(body, path)
      .map((part) => identityIn(resource, part, means.validator))
      .find((one) => one !== undefined);
  const identity = found && { ...around, ...found };
  return identity && isWhole(resource, identity) ? identity : undefined;
}

/** A path or address in a body that leads to a resource of this kind. */
function linkIn({ path }: Resource, body: unknown, prefix: string): Identity | undefined {
  const paths = namedValues(body).flatMap(([, value]) =>
    typeof value === 'string' &&
    /^(https?:\/)?\/\S+$/.test(value) &&
    URL.canParse(value, 'http://server')
      ? [new URL(value, 'http://server').pathname]
      : [],
  );
  return paths
    .map((one) => matchPath(path, targetPath(one, prefix)))
    .find((identity) => identity !== undefined);
}

/** The parts of a body that are about the result, not the job: an object with its name, and fields that name it. */
function partsOf(body: unknown, path: string): unknown[] {
  if (!isJsonObject(body)) return [];
  const noun = lastNoun(path) ?? '';
  const isAbout = (name: string) =>
    resultNames.has(plainName(name)) || sameWord(plainName(name), noun);
  const objects = Object.entries(body).flatMap(([name, value]) =>
    isJsonObject(value) && isAbout(name) ? [value] : [],
  );
  // `id` is the id of the job.
  const named = Object.entries(body).filter(
    ([name]) => !/^(id|uuid|guid|name|job_?id)$/i.test(name),
  );
  const scalars = Object.entries(body).flatMap(([name, value]) =>
    resultIds.has(plainName(name)) || (isAbout(name) && !isJsonObject(value))
      ? [{ id: value }]
      : [],
  );
  return [...objects, Object.fromEntries(named), ...scalars];
}

const resultNames = new Set(['result', 'resource', 'output', 'data', 'response', 'item', 'target']);
const resultIds = new Set(['resultid', 'resourceid', 'outputid', 'targetid', 'itemid']);
