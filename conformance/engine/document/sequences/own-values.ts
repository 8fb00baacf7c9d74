import { type DocumentContext, lacksCredentials } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { pathOf } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { bodyMedia, type RequestValues } from '../values/request-values.ts';
import { parentOf, tryCreate } from './create-resource.ts';
import { requestOn } from './request-on.ts';
import { type Identity, type Resource, translate } from './resources/find-resources.ts';
import { freshBody } from './updates.ts';

/** Path parameters of a resource that this run created, one for each operation, and a new one when that is deleted. */
export function createOwnValues(model: DocumentModel) {
  const own = new Map<string, Identity>();
  const impossible = new Set<Resource>();
  return async (context: DocumentContext, operation: Operation): Promise<Identity | undefined> => {
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
    const values = Object.entries(translate(identity, resource.path, operation.path));
    return Object.fromEntries(values.map(([name, value]) => [`path ${name}`, value]));
  };
}

/** The values with new names in the body, for a server that has those of the document already. */
export function withFreshNames(
  { created, model }: DocumentContext,
  operation: Operation,
  values: RequestValues,
) {
  const token = created.token(operation.id);
  return { ...values, body: freshBody(bodyMedia(operation)?.schema, values.body, token, model.requests) };
}

/** The innermost resource whose path the operation's path begins with. */
function resourceOf({ resources }: DocumentModel, operation: Operation): Resource | undefined {
  const shape = (path: string) => `${path.replace(/\{[^{}/]+\}/g, '{}').replace(/\/$/, '')}/`;
  return resources
    .filter(({ path, create }) => create !== operation && shape(operation.path).startsWith(shape(path)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

async function create(context: DocumentContext, resource: Resource): Promise<Identity | undefined> {
  if (await lacksCredentials(context, resource.create)) return undefined;
  const parent = await parentOf(context, resource);
  const created = await tryCreate(context, resource, { parent, freshFirst: true });
  return 'reason' in created ? undefined : created.identity;
}
