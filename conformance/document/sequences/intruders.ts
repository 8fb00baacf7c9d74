import type { CompletedExchange } from '../../check.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import { credentialVariable } from '../../profile/profile.ts';
import type { DocumentContext } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import { chooseCredentials, credentialValue, secretPart, withCredential } from '../model/security.ts';
import { leavesOf } from './compare.ts';
import { type Authorise, tryCreate } from './create-resource.ts';
import { requestOn } from './request-on.ts';
import { parameterNames, type Resource } from './resources/find-resources.ts';
import type { Sequence } from './sequence.ts';

/** Someone who must not reach a resource. */
export interface Intruder {
  /** The name of the check. */
  readonly check: string;
  readonly rule: (operation: Operation) => string;
  /** How the intruder sends requests. Skips the check when there is no such intruder. */
  authorise(context: DocumentContext, resource: Resource, operation: Operation): Promise<Authorise>;
}

export const nobody: Intruder = {
  check: 'needs-credentials',
  rule: ({ id }) => `Rejects ${id} without credentials for a resource that exists.`,
  authorise: async () => async (_operation, request) => request,
};

export const otherUser: Intruder = {
  check: 'needs-owner',
  rule: ({ id }) => `Rejects ${id} with the credentials of another user.`,
  authorise: async (context, resource, operation) => {
    const { model, profile, secrets } = context;
    const other = (one: Operation) =>
      chooseCredentials(one.security, model.schemes, new Map(Object.entries(profile.otherCredentials)));
    const own = await context.credentials(operation);
    const given = other(operation);
    // A server may let every user reach everything. Who gives these credentials says that it does not.
    if (given === undefined) nothingToJudge(`the profile has no otherCredentials for ${operation.id}`);
    if (given.every(({ credential }) => own?.some((one) => one.credential === credential)))
      skipCheck('otherCredentials and credentials in the profile are the same');
    const authorise: Authorise = async (one, request) => {
      let result = request;
      for (const { scheme, credential } of other(one) ?? []) {
        const value = credentialValue(scheme, credential);
        const name = `OTHER_${credentialVariable(scheme.name)}`;
        secrets.remember(name, credential);
        secrets.remember(name, secretPart(scheme, value));
        result = withCredential(result, scheme, value);
      }
      return result;
    };
    await requireValid(context, resource, authorise);
    return authorise;
  },
};

/** Skips the check when the server does not know the other user: its rejections would prove nothing. */
async function requireValid(context: DocumentContext, resource: Resource, authorise: Authorise) {
  const created = await tryCreate(context, resource, { freshFirst: true, authorise });
  if ('reason' in created && created.rejected === 401)
    skipCheck('the server rejects the otherCredentials of the profile (401)');
  const { remove } = resource;
  if ('reason' in created || remove === undefined) return;
  await context.call(await authorise(remove, requestOn(context.model, remove, created.identity)));
}

/** Whether a response shows the resource: its id or a value that its creator sent, where the creator's read shows it. */
export function showsResource(
  { path }: Resource,
  { identity, body }: Sequence,
  read: CompletedExchange,
  exchange: CompletedExchange,
): boolean {
  const id = String(identity[parameterNames(path).at(-1) ?? '']);
  const sent = new Set([...leavesOfValue(body)].map(String)).add(id);
  const known = [...leavesOf(read)].filter(
    ([, value]) => sent.has(String(value)) && String(value).length > 0 && typeof value !== 'boolean',
  );
  const shown = leavesOf(exchange);
  return known.length === 0 || known.some(([at, value]) => shown.get(at) === value);
}

function leavesOfValue(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOfValue) : [value];
}
