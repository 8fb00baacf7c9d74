import { type FreshValues, lacksCredentials, type OwnValues } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { pathOf } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { bodyMedia } from '../values/request-values.ts';
import { parentOf, tryCreate } from './create-resource.ts';
import { requestOn } from './request-on.ts';
import { type Identity, parameterNames, type Resource } from './resources/find-resources.ts';
import { freshBody } from './updates.ts';

/** Values of a resource that this run created, one for each operation, and a new one when that is deleted. */
export function createOwnValues(model: DocumentModel): OwnValues {
  const own = new Map<string, Identity>();
  const impossible = new Set<Resource>();
  return async (context, operation) => {
    const resource = resourceOf(model, operation);
    if (resource === undefined || impossible.has(resource)) return undefined;
    const known = own.get(operation.id);
    const isThere = known && context.created.exists(pathOf(requestOn(model, resource.read, known).target));
    const identity = isThere ? known : await create(context, resource);
    if (identity === undefined) {
      impossible.add(resource);
      return undefined;
    }
    own.set(operation.id, identity);
    // The parameters of both paths are in the same order, whatever their names.
    const names = parameterNames(operation.path);
    const values = parameterNames(resource.path).map((name) => identity[name]);
    return { parameters: Object.fromEntries(values.map((value, at) => [`path ${names[at]}`, value])) };
  };
}

export const freshValues: FreshValues = ({ created, model }, operation, values) => {
  const token = created.token(operation.id);
  return { ...values, body: freshBody(bodyMedia(operation)?.schema, values.body, token, model.requests) };
};

/** The innermost resource whose path the operation's path begins with. */
function resourceOf({ resources }: DocumentModel, operation: Operation): Resource | undefined {
  const shape = (path: string) => `${path.replace(/\{[^{}/]+\}/g, '{}').replace(/\/$/, '')}/`;
  return resources
    .filter(({ path, create }) => create !== operation && shape(operation.path).startsWith(shape(path)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

async function create(context: Parameters<OwnValues>[0], resource: Resource): Promise<Identity | undefined> {
  if (await lacksCredentials(context, resource.create)) return undefined;
  const parent = await parentOf(context, resource);
  const created = await tryCreate(context, resource, { parent, freshFirst: true });
  return 'reason' in created ? undefined : created.identity;
}
