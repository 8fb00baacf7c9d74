import { createRequire } from 'node:module';
import type { OperationId } from '../../generated/contract.ts';
import type { operations as OperationTypes } from '../../generated/types.ts';
import {
  type CheckContext,
  type DocumentOptions,
  documentSuite,
  free,
  type RequestValues,
  type RunnableSuite,
} from '../engine/index.ts';
import { plainDescription } from './checks/support/requests/operation-requests.ts';
import { codeOf } from './checks/support/responses/service-response.ts';
import { createServiceContext, type ServiceContext } from './checks/support/service-context.ts';
import { markDecisions } from './mark-decisions.ts';
import { type AccountFixture, serviceProfileOf } from './profile/service-profile.ts';

type AcceptedValues = (
  account: AccountFixture,
  service: ServiceContext,
) => Partial<RequestValues> | Promise<Partial<RequestValues>>;

type OperationWithValues = {
  [Id in OperationId]: OperationTypes[Id] extends {
    requestBody?: never;
    parameters: { path?: never };
  }
    ? never
    : Id;
}[OperationId];

/** Values that a correct server accepts, by operation: the document's examples name no real account and no real key. */
const acceptedValues: Readonly<Record<OperationWithValues, AcceptedValues>> = {
  login: ({ identity, password }) => ({ body: { identity, password } }),
  generateApiKey: () => ({ body: { description: plainDescription } }),
  revokeApiKey: async (_account, service) => ({
    parameters: { 'path id': (await service.keys.revocable()).id },
  }),
};

/** The checks that our own document gives. They use the accounts and keys of the service's checks. */
export function serviceDocumentSuite(
  document: unknown = createRequire(import.meta.url)('#openapi'),
  options: Pick<DocumentOptions, 'maxExamples'> = {},
): RunnableSuite {
  const contexts = new WeakMap<object, ServiceContext>();

  const serviceOf = (context: CheckContext): ServiceContext => {
    const known = contexts.get(context.target);
    if (known !== undefined) return known;
    const made = createServiceContext(context);
    made.cleanUp('keys generated from the document', made.keys.revokeAll);
    contexts.set(context.target, made);
    return made;
  };

  return documentSuite(JSON.stringify(markDecisions(document)), {
    ...options,
    stage: 10,
    // An account reaches only its own keys.
    mayWriteAnywhere: true,
    credential: async (_scheme, context) =>
      serviceProfileOf(context.profile).fixtures.account === undefined
        ? undefined
        : serviceOf(context).sessions.live(),
    accepted: async ({ id }, context) => {
      const { account } = serviceProfileOf(context.profile).fixtures;
      if (account === undefined) return undefined;
      // Once it is created, reports mask the secrets of the profile.
      const service = serviceOf(context);
      return hasValues(id) ? acceptedValues[id](account, service) : {};
    },
    // The checks of the service cover what the interface description shows. The document adds the schemas of responses, with
    // the basis of their source, and how a server rejects requests, which is our decision.
    basisOf: ({ rule, variant }) => {
      // `keys/idempotency-repeat` reports a server that ignores the header. It accepts every value of it.
      if (variant?.startsWith('header Idempotency-Key')) return 'observed';
      return rule === 'response-schema' ? undefined : 'decided';
    },
    effectiveStatus: codeOf,
    cost: ({ id }) => (id === 'login' ? { logins: 1, failures: 1 } : free),
  });
}

function hasValues(id: string): id is OperationWithValues {
  return Object.hasOwn(acceptedValues, id);
}
