import { createRequire } from 'node:module';
import type { CheckContext } from './check.ts';
import { plainDescription } from './checks/support/requests/operation-requests.ts';
import { readOutcome } from './checks/support/responses/service-response.ts';
import { createServiceContext, type ServiceContext } from './checks/support/service-context.ts';
import { documentSuite } from './document/document-suite.ts';
import { parseApiDocument } from './document/model/api-document.ts';
import type { Values } from './document/values/request-values.ts';
import type { AnySuite } from './suite.ts';

/** The checks that our own document gives, with the accounts and keys of the service to ask them by. */
export function serviceDocumentSuite(
  document: unknown = createRequire(import.meta.url)('#openapi'),
): AnySuite {
  const contexts = new WeakMap<object, ServiceContext>();

  const serviceOf = (context: CheckContext): ServiceContext => {
    const known = contexts.get(context.target);
    if (known !== undefined) return known;
    const made = createServiceContext(context);
    made.cleanUp('keys generated from the document', made.keys.revokeAll);
    contexts.set(context.target, made);
    return made;
  };

  return documentSuite(parseApiDocument(JSON.stringify(document)), {
    stage: 10,
    credential: async (_scheme, context) =>
      context.profile.fixtures.account === undefined ? undefined : serviceOf(context).sessions.live(),
    accepted: async ({ id }, context): Promise<Partial<Values> | undefined> => {
      const { account } = context.profile.fixtures;
      if (account === undefined) return undefined;
      if (id === 'login') return { body: { identity: account.identity, password: account.password } };
      if (id === 'generateApiKey') return { body: { description: plainDescription } };
      const key = await serviceOf(context).keys.revocable();
      return { parameters: { 'path id': key.id } };
    },
    // What the interface shows is held by checks of its own, which know what it leaves open. Of the document alone, the shape
    // of answers is as strong as what it was drawn from; how requests are refused was for us to decide.
    strengthOf: ({ rule }) => (rule === 'answer-schema' ? undefined : 'decided'),
    effectiveStatus: (exchange) => readOutcome(exchange, 'auto')?.code ?? exchange.response.status,
    cost: ({ id }) => ({ logins: id === 'login' ? 1 : 0, failures: id === 'login' ? 1 : 0 }),
  });
}
