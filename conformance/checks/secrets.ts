import { type CheckContext, notJudged, type ResponseCheck, type Rule, type Watcher } from '../check.ts';
import { pathOf } from '../document/model/match-path.ts';
import { isJsonObject } from '../document/model/pointer.ts';
import type { Exchange, Response } from '../http/exchange.ts';
import { headerOf } from '../http/request.ts';
import { memoize } from '../memoize.ts';
import type { Failure } from '../outcome.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import { accountNames } from './support/accounts/fixture-accounts.ts';
import { findKeyId } from './support/accounts/key-id.ts';
import { operationOf } from './support/requests/operation-requests.ts';
import { dataOf, stringField } from './support/responses/service-response.ts';
import { createSecretParts } from './support/secret-parts.ts';

/** Secrets appear only in the response that has to return them, no matter which request contained them. */
export const secretResponseChecks: readonly ResponseCheck[] = [
  leak(
    {
      id: 'secrets/key-only-in-its-generate-response',
      rule: 'Returns an API key only in the response that generates it.',
      strength: 'shown',
      source: '5.4',
    },
    { known: () => [], returned: ({ api_key }) => api_key, isBodyOnly: true },
  ),
  leak(
    {
      id: 'secrets/token-only-in-its-login-response',
      rule: 'Returns an access token only in the response to its login.',
      strength: 'safety',
      source: 'access-token',
    },
    { known: () => [], returned: ({ access_token }) => access_token },
  ),
  {
    id: 'secrets/no-part-of-a-secret',
    rule: 'Keeps parts of 12 or more characters of a key or token, beyond its first third, out of other responses.',
    strength: 'safety',
    source: '5.4',
    watch: leakOfParts,
  },
  leak(
    {
      id: 'secrets/password-is-never-returned',
      rule: 'Keeps the passwords of accounts out of every response.',
      strength: 'safety',
      source: 'password',
    },
    {
      known: ({ profile }) => accountNames.flatMap((name) => profile.fixtures[name]?.password ?? []),
      returned: () => {},
    },
  ),
  leak(
    {
      id: 'secrets/second-factor-is-never-returned',
      rule: 'Keeps TOTP secrets and recovery codes out of every response.',
      strength: 'safety',
      source: 'mfa',
    },
    {
      known: ({ profile: { fixtures } }) =>
        [fixtures.mfaAccount, fixtures.secondMfaAccount].flatMap((mfa) =>
          mfa ? [mfa.totpSecret, ...mfa.recoveryCodes] : [],
        ),
      returned: () => {},
    },
  ),
  {
    id: 'secrets/credentials-are-not-echoed',
    rule: 'Keeps the password, one-time code or token of a request out of its response.',
    strength: 'safety',
    source: 'errors',
    watch: echo,
  },
];

interface SecretKind {
  known(context: CheckContext): readonly string[];
  /** The secret that the payload of a response has to return. */
  returned(data: Readonly<Record<string, unknown>>): unknown;
  /** Whether its own response must not repeat it in a header, which proxies log. A login may also set a cookie. */
  readonly isBodyOnly?: true;
}

/** Watches for secrets of one kind, in every encoding in which they may leak. */
function leak(rule: Rule, { known, returned, isBodyOnly }: SecretKind): ResponseCheck {
  return {
    ...rule,
    watch: (context) => {
      const own = createSecrets();
      for (const value of known(context)) rememberIfDistinctive(own, value);
      return {
        inspect: (exchange) => {
          const { response } = exchange;
          if (response === undefined) return notJudged;
          const value = returned(dataOf(exchange));
          if (typeof value === 'string') rememberIfDistinctive(own, value);
          if (own.names().length === 0) return notJudged;
          const text = textOf(exchange);
          const found = own.find(typeof value === 'string' ? withoutOnce(text, value) : text)[0];
          if (found === undefined) return undefined;
          const failure = leakFailure(exchange, found.form);
          // A server may use the key as its id, which the request of a revocation then contains.
          if (operationOf(exchange) === 'revokeApiKey' && sentIn(exchange, own.valueOf(found.name))) {
            return { ...failure, strength: 'decided', source: 'key-id' };
          }
          // The response that has to return the secret may quote it, for example in `note`: no clause forbids that.
          const quoting = isBodyOnly ? response.text : text;
          const isQuoted =
            typeof value === 'string' &&
            own.find(text.replace(quoting, () => quoting.replaceAll(value, ''))).length === 0;
          return isQuoted ? { ...failure, strength: 'decided', source: 'key-format' } : failure;
        },
      };
    },
  };
}

// What must stay unknown of a key whose id has characters of the key.
const shortestUnknown = 16;

/** Watches for parts of the keys and tokens of earlier responses. */
function leakOfParts({ profile }: CheckContext): Watcher {
  const parts = createSecretParts();
  const publicIds = new Set<string>();
  const keys = new Set<string>();
  return {
    inspect: (exchange) => {
      if (exchange.response === undefined) return notJudged;
      const operation = operationOf(exchange);
      const key = operation === 'generateApiKey' ? stringField(dataOf(exchange), 'api_key') : undefined;
      const token = operation === 'login' ? stringField(dataOf(exchange), 'access_token') : undefined;
      const issued = [key, token].filter((value) => value !== undefined);
      const id = key && findKeyId(exchange.response.json?.value, profile.keyId)?.id;
      // A key may consist of its id and a secret, or be its own id, which is another decision.
      if (key && id && (id === key || key.length - id.length >= shortestUnknown)) publicIds.add(id);
      let text = textOf(exchange);
      for (const value of issued) text = text.replaceAll(value, ' ');
      // A revocation may repeat the id of its request, which is the whole key on some servers.
      const idSent = operation === 'revokeApiKey' ? idIn(exchange) : undefined;
      if (idSent !== undefined && keys.has(idSent)) text = text.replaceAll(idSent, ' ');
      if (key) keys.add(key);
      const isLeaked = parts.isIn(publicIds.size === 0 ? text : withoutIds(text, publicIds));
      for (const value of issued) if (!publicIds.has(value)) parts.remember(value);
      return isLeaked ? leakFailure(exchange, 'plain', 'a part of a secret') : undefined;
    },
  };
}

function idIn({ request }: Exchange): string {
  const last = pathOf(request.target).split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || ' ';
  } catch {
    return last;
  }
}

function withoutIds(text: string, ids: ReadonlySet<string>): string {
  return text.replaceAll(/[\w.~+/=-]{12,}/g, (run) => (ids.has(run) ? ' ' : run));
}

function echo(): Watcher {
  // Requests repeat the same credentials, so the encodings of each are computed once.
  const tried = new Map<string, Secrets>();
  const searchFor = (value: string): Secrets => {
    const before = tried.get(value);
    if (before !== undefined) return before;
    const own = createSecrets();
    rememberIfDistinctive(own, value);
    tried.set(value, own);
    return own;
  };
  return {
    inspect: (exchange) => {
      if (exchange.response === undefined || credentialsIn(exchange).length === 0) return notJudged;
      const text = textOf(exchange);
      const [found] = credentialsIn(exchange).flatMap((value) => searchFor(value).find(text));
      return found && leakFailure(exchange, found.form);
    },
  };
}

function leakFailure(exchange: Exchange, form: string, what = 'a secret'): Failure {
  const where = operationOf(exchange) ?? 'no operation';
  return {
    expected: 'no secret in the response',
    got: `${what}, ${form === 'plain' ? 'in plain text' : `as ${form}`}`,
    exchanges: [exchange],
    key: where,
  };
}

// A common word, such as `Password`, may appear in any response, so it proves nothing.
function rememberIfDistinctive(secrets: Secrets, value: string): void {
  if (value.length >= 8 && !/^[a-z_]+$/i.test(value)) secrets.remember('SECRET', value);
}

function textOf({ response }: Exchange): string {
  return response === undefined ? '' : wholeText(response);
}

const wholeText = memoize((response: Response): string => {
  const rest = Buffer.from(response.rest).toString('utf8');
  // The body without its transfer coding, because a chunk may end inside a secret.
  const head = response.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${response.reason}\n${head}\n${response.text}\n${rest}`;
});

function sentIn({ request }: Exchange, value: string | undefined): boolean {
  return value !== undefined && request.target.includes(encodeURIComponent(value));
}

function withoutOnce(text: string, value: string): string {
  const json = JSON.stringify(value);
  const at = text.indexOf(json);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + json.length);
}

function credentialsIn({ request }: Exchange): string[] {
  const bearer = /^\S+ +(\S{16,})$/.exec(headerOf(request.headers, 'authorization') ?? '')?.[1];
  const body = jsonIn(request.body);
  const publicValues = [stringField(body, 'identity'), stringField(body, 'description')];
  return [bearer, stringField(body, 'password'), stringField(body, 'otp')].filter(
    (value): value is string =>
      value !== undefined && !publicValues.includes(value) && !request.target.includes(value),
  );
}

function jsonIn(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Some checks send invalid JSON on purpose.
    return undefined;
  }
}
