import { rememberIssued, secretName } from '../../document/issued-secrets.ts';
import { carriedValues, cookiesIn, queryOf } from '../../document/named-values.ts';
import type { Exchange } from '../../http/exchange.ts';
import { headerOf } from '../../http/request.ts';
import type { Secrets } from '../../secrets.ts';
import type { RunnableSuite } from '../../suite.ts';

/** In a request, these are secret, too. */
const shortName =
  /(^|[-_[:])(auth|sig|pin|otp|pass|passwd|passcode|passkey|pwd)\]?$|[-_]key$|^proxy-authorization$/i;

/** Remembers what a request and its response have that is secret by its name. */
export function learnSecrets(
  exchange: Exchange,
  secrets: Secrets,
  suites: readonly Pick<RunnableSuite, 'secretsIn'>[],
): void {
  for (const [name, value] of suites.flatMap((suite) => suite.secretsIn?.(exchange) ?? []))
    secrets.remember(name, value);
  // Whatever the document says about them. A suite may have named them already.
  const { request } = exchange;
  const credential = headerOf(request.headers, 'authorization')?.replace(/^\w+ /, '');
  if (credential !== undefined) secrets.remember('CREDENTIAL', credential);
  for (const [, value] of cookiesIn(request.headers)) secrets.remember('COOKIE', value);
  for (const [name, value] of carriedValues(request)) {
    const types = shortName.test(name) ? 'string number' : secretName.test(name) ? 'string' : '';
    if (types.includes(typeof value)) secrets.remember('SECRET', String(value));
  }
  // Of a sign-in with OAuth 2.0 (RFC 6749, 4.1.2), and of some APIs.
  for (const name of ['code', 'key'])
    secrets.remember('PARAMETER', queryOf(request.target).get(name) ?? '');
  rememberIssued(secrets, exchange);
}
