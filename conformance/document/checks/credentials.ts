import type { CompletedExchange } from '../../check.ts';
import { type Failure, skipCheck } from '../../outcome.ts';
import type { DocumentContext, DocumentModel } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import {
  credentialValue,
  isOpen,
  type SecurityScheme,
  secretPart,
  withCredential,
} from '../model/security.ts';
import { buildRequest } from '../values/build-request.ts';
import { swapCase } from '../values/invalid-values.ts';
import { type DocumentCheck, isSuccess, operationCheck } from './operation-check.ts';

/** Calls an operation that needs credentials without any, with invented ones and with altered ones. */
export function credentialChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  if (isOpen(operation)) return [];
  const schemes = operation.security.flat().map((name) => model.schemes.get(name));
  if (schemes.some((scheme) => scheme === undefined || scheme.kind === 'other')) return [];

  const refused = (exchange: CompletedExchange, variant: string): Failure | undefined => {
    const status = model.status(exchange);
    const finding = { rule: 'credentials', operation: operation.id, status, variant };
    if (!isSuccess(status)) return undefined;
    return model.failure(finding, {
      expected: `a rejection of a request with ${variant}`,
      got: `${status}`,
      key: variant,
      exchanges: [exchange],
      // The credential is valid. Only its form is unusual, so access was allowed anyway.
      ...(tolerable.has(variant) && { strength: 'observed' as const }),
    });
  };
  const call = async (context: DocumentContext, variant: string, scheme?: SecurityScheme, value?: string) => {
    const request = buildRequest(operation, await context.values(operation));
    const sent =
      scheme !== undefined && value !== undefined ? withCredential(request, scheme, value) : request;
    return refused(await context.call(sent), variant);
  };

  const missing = operationCheck(model, operation, 'credentials-missing', {
    rule: 'Rejects requests without credentials.',
    source: 'document: security',
    run: (context) => call(context, 'no credentials'),
  });
  const invented = operationCheck(model, operation, 'credentials-invented', {
    rule: 'Rejects credentials that the server never issued.',
    source: 'document: security',
    run: async (context) => {
      const failures: (Failure | undefined)[] = [];
      for (const scheme of schemes.filter((one) => one !== undefined)) {
        const invention = scheme.kind === 'basic' ? 'nobody:wrong-password' : 'invented-by-a-test-0123456789';
        failures.push(
          await call(context, 'an invented credential', scheme, credentialValue(scheme, invention)),
        );
        failures.push(await call(context, 'an empty credential', scheme, credentialValue(scheme, '')));
        if (scheme.kind === 'apiKey') continue;
        failures.push(await call(context, 'an unknown scheme', scheme, 'Nonsense dGVzdDp0ZXN0'));
        failures.push(
          await call(context, 'a scheme without a credential', scheme, credentialValue(scheme, '').trim()),
        );
      }
      return failures.filter((failure) => failure !== undefined);
    },
  });
  const altered = operationCheck(model, operation, 'credentials-altered', {
    rule: 'Rejects credentials that differ slightly from valid ones.',
    source: 'document: security',
    run: async (context) => {
      const real = await context.credentials(operation);
      if (real === undefined) skipCheck('the profile has no credentials to alter');
      const baseline = await context.baseline(operation);
      const status = model.status(baseline.exchange);
      if (status === 401 || status === 403) skipCheck(`the server rejected the valid credential (${status})`);
      const failures: (Failure | undefined)[] = [];
      // With several schemes, one credential is altered at a time.
      for (const { scheme, credential } of real) {
        for (const [variant, value] of alteredCredentials(scheme, credential)) {
          context.secrets.remember(
            `ALTERED_${variant.replace(/\W+/g, '_').toUpperCase()}`,
            secretPart(scheme, value),
          );
          let request = buildRequest(operation, await context.values(operation));
          for (const other of real) {
            if (other.scheme !== scheme) {
              request = withCredential(
                request,
                other.scheme,
                credentialValue(other.scheme, other.credential),
              );
            }
          }
          failures.push(refused(await context.call(withCredential(request, scheme, value)), variant));
        }
      }
      return failures.filter((failure) => failure !== undefined);
    },
  });
  return [missing, invented, altered];
}

const tolerable = new Set(['the credential without its scheme', 'the credential under another scheme']);

/** Variations of a valid credential, as they are sent. */
function alteredCredentials(scheme: SecurityScheme, credential: string): [variant: string, value: string][] {
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
    ['the credential under another scheme', `${scheme.kind === 'basic' ? 'Bearer' : 'Basic'} ${text}`],
  ];
}
