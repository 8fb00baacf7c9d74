import type { Request } from '../../http/request.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import {
  credentialValue,
  isOpen,
  rememberSent,
  type SecurityScheme,
  secretPart,
  withCredential,
  withCredentials,
  withoutCarriers,
} from '../model/security.ts';
import { buildRequest } from '../values/build-request.ts';
import { swapCase } from '../values/invalid-bodies.ts';
import {
  type DocumentCheck,
  type ForbiddenRequest,
  mustReject,
  operationCheck,
  requireBaseline,
} from './operation-check.ts';

type Change = (request: Request) => Request;

export function credentialChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  if (operation.isSilent) return [undeclaredCheck(model, operation)];
  if (isOpen(operation)) return [];
  const names = operation.security.flat();
  const schemes = names.flatMap((name) => model.schemes.get(name) ?? []);
  if (schemes.length < names.length || schemes.some(({ kind }) => kind === 'other')) return [];

  const forbidden = (
    context: DocumentContext,
    variant: string,
    change: Change = (request) => request,
  ): ForbiddenRequest => ({
    build: async () => {
      const request = buildRequest(operation, await context.values(operation));
      return withoutCarriers(change(request), model.schemes);
    },
    change: { in: 'credentials' },
    variant,
    expected: `a rejection of a request with ${variant}`,
    key: variant,
    // Only the form of such a credential is unusual: accepting it lets nobody else in.
    isTolerated: tolerable.has(variant),
  });

  // Where any request is accepted, what its credential is does not matter: an earlier check reports that.
  const requireRejection = async (
    context: DocumentContext,
    ...request: [variant: string, change?: Change]
  ) => {
    const exchange = await context.call(await forbidden(context, ...request).build(false));
    if (model.isSuccess(exchange))
      nothingToJudge(`the server accepts a request with ${request[0]}`);
  };

  const missing = operationCheck(model, operation, 'credentials-missing', {
    rule: 'Rejects requests without credentials.',
    source: 'document: security',
    run: (context, failure) => mustReject(context, failure, [forbidden(context, 'no credentials')]),
  });
  const invented = operationCheck(model, operation, 'credentials-invented', {
    rule: 'Rejects credentials that the server never issued.',
    source: 'document: security',
    run: async (context, failure) => {
      await requireRejection(context, 'no credentials');
      const requests = schemes.flatMap((scheme) =>
        inventedCredentials(scheme).map(([variant, value]) =>
          forbidden(context, variant, (request) => withCredential(request, scheme, value)),
        ),
      );
      return mustReject(context, failure, requests);
    },
  });
  const altered = operationCheck(model, operation, 'credentials-altered', {
    rule: 'Rejects credentials that differ slightly from valid ones.',
    source: 'document: security',
    run: async (context, failure) => {
      const valid = await context.credentials(operation);
      if (valid === undefined) skipCheck('the profile has no credentials to alter');
      const baseline = await context.baseline(operation);
      if (['unauthenticated', 'forbidden'].includes(model.meaning(baseline.exchange)))
        skipCheck(`the server rejected the valid credential (${model.status(baseline.exchange)})`);
      await requireRejection(context, 'no credentials');
      for (const scheme of schemes) {
        const [[variant, value]] = inventedCredentials(scheme);
        await requireRejection(context, variant, (request) =>
          withCredential(request, scheme, value),
        );
      }
      // With several schemes, one credential is altered at a time.
      const requests = valid.flatMap(({ scheme, credential }) => {
        const others = valid.filter((other) => other.scheme !== scheme);
        return alteredCredentials(scheme, credential).map(([variant, value]) => {
          const name = `ALTERED_${variant.replace(/\W+/g, '_').toUpperCase()}`;
          rememberSent(context.secrets, name, scheme, value);
          return forbidden(context, variant, (request) =>
            withCredential(withCredentials(request, others), scheme, value),
          );
        });
      });
      return mustReject(context, failure, requests);
    },
  });
  return [missing, invented, altered];
}

/** The document has to say which operations need its credentials. */
function undeclaredCheck(model: DocumentModel, operation: Operation): DocumentCheck {
  return operationCheck(model, operation, 'credentials-undeclared', {
    rule: 'Needs no credentials where the document declares none.',
    source: 'document: security',
    acceptedRequests: 1,
    run: async (context, failure) => {
      const { accepted, exchange: first } = await requireBaseline(context, operation);
      const used = (await context.credentials(operation)) ?? [];
      if (!accepted || used.length === 0) return undefined;
      const request = buildRequest(operation, await context.values(operation));
      const exchange = await context.call(withoutCarriers(request, model.schemes));
      if (!['unauthenticated', 'forbidden'].includes(model.meaning(exchange))) return undefined;
      const expected = 'a success without credentials, as the document declares none';
      const got = `${model.status(exchange)}, and ${model.status(first)} with credentials`;
      return failure(expected, got, [first, exchange], { key: 'undeclared' });
    },
  });
}

type Credential = [variant: string, value: string];

function inventedCredentials(scheme: SecurityScheme): [Credential, ...Credential[]] {
  const invention =
    scheme.kind === 'basic' ? 'nobody:wrong-password' : 'invented-by-a-test-0123456789';
  const all: [Credential, ...Credential[]] = [
    ['an invented credential', credentialValue(scheme, invention)],
    ['an empty credential', credentialValue(scheme, '')],
  ];
  if (scheme.kind === 'apiKey') return all;
  return [
    ...all,
    ['an unknown scheme', 'Nonsense dGVzdDp0ZXN0'],
    ['a scheme without a credential', credentialValue(scheme, '').trim()],
  ];
}

const tolerable = new Set([
  'the credential without its scheme',
  'the credential under another scheme',
]);

function alteredCredentials(
  scheme: SecurityScheme,
  credential: string,
): [variant: string, value: string][] {
  const wrap = (value: string) => credentialValue(scheme, value);
  // In `user:password` only the password changes: another name would be another user.
  const colon = scheme.kind === 'basic' ? credential.indexOf(':') + 1 : 0;
  const [before, secret] = [credential.slice(0, colon), credential.slice(colon)];
  const all: [string, string][] = [
    ['the credential without its last character', before + secret.slice(0, -1)],
    ['the first half of the credential', before + secret.slice(0, Math.ceil(secret.length / 2))],
    ['the last half of the credential', before + secret.slice(Math.floor(secret.length / 2))],
    ['the credential with one more character', `${credential}x`],
    ['the credential reversed', before + [...secret].reverse().join('')],
    ['the credential with upper and lower case swapped', before + swapCase(secret)],
    ['the credential twice', before + secret + secret],
  ];
  const changed = all
    .filter(([, value]) => value !== credential)
    .map(([name, value]): [string, string] => [name, wrap(value)]);
  if (scheme.kind === 'apiKey') return changed;
  const text = secretPart(scheme, wrap(credential));
  return [
    ...changed,
    ['the credential without its scheme', text],
    [
      'the credential under another scheme',
      `${scheme.kind === 'basic' ? 'Bearer' : 'Basic'} ${text}`,
    ],
  ];
}
