import {
  type CheckContext,
  createSecrets,
  decided,
  notJudged,
  safety,
  shown,
} from '../../../engine/index.ts';
import { mfaFixturesOf, serviceProfileOf } from '../../profile/service-profile.ts';
import { accountNames } from '../support/accounts/seen-credentials.ts';
import { operationOf } from '../support/requests/operation-requests.ts';
import {
  responseChecks,
  type UnnamedResponseCheck,
  type UnnamedRule,
} from '../support/responses/every-response.ts';
import { dataOf } from '../support/responses/service-response.ts';
import { leakFailure, rememberIfDistinctive, textOf, watchEchoes, watchParts } from './leaks.ts';

/** Secrets appear only in the response that has to return them, no matter which request contained them. */
export const secretResponseChecks = responseChecks(shown('5.4'), {
  'secrets/key-only-in-its-generate-response': leak({
    rule: 'Returns an API key only in the response that generates it.',
    known: () => [],
    returned: ({ api_key }) => api_key,
    isBodyOnly: true,
  }),
  'secrets/token-only-in-its-login-response': leak({
    rule: 'Returns an access token only in the response to its login.',
    ...safety('access-token'),
    known: () => [],
    returned: ({ access_token }) => access_token,
  }),
  'secrets/no-part-of-a-secret': {
    rule: 'Keeps 12 or more characters of a key or token, beyond its first third, out of other responses.',
    ...safety('5.4'),
    watch: watchParts,
  },
  'secrets/password-is-never-returned': leak({
    rule: 'Keeps the passwords of accounts out of every response.',
    ...safety('password'),
    known: ({ profile }) =>
      accountNames.flatMap((name) => serviceProfileOf(profile).fixtures[name]?.password ?? []),
    returned: () => {},
  }),
  'secrets/second-factor-is-never-returned': leak({
    rule: 'Keeps TOTP secrets and recovery codes out of every response.',
    ...safety('mfa'),
    known: ({ profile }) =>
      mfaFixturesOf(serviceProfileOf(profile)).flatMap(({ totpSecret, recoveryCodes }) => [
        totpSecret,
        ...recoveryCodes,
      ]),
    returned: () => {},
  }),
  'secrets/credentials-are-not-echoed': {
    rule: 'Keeps the credentials of a request out of its response.',
    ...safety('errors'),
    watch: watchEchoes,
  },
});

interface SecretKind {
  known(context: CheckContext): readonly string[];
  returned(data: Readonly<Record<string, unknown>>): unknown;
  /** Whether its own response must not repeat it in a header, which proxies log. A login may also set a cookie. */
  readonly isBodyOnly?: true;
}

function leak({
  known,
  returned,
  isBodyOnly,
  ...rule
}: UnnamedRule & SecretKind): UnnamedResponseCheck {
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
          const leaked =
            operationOf(exchange) === 'revokeApiKey' ? own.valueOf(found.name) : undefined;
          if (leaked !== undefined && exchange.request.target.includes(encodeURIComponent(leaked)))
            return { ...failure, ...decided('key-id') };
          // The response that has to return the secret may quote it, for example in `note`: no clause forbids that.
          const quoting = isBodyOnly ? response.text : text;
          const isQuoted =
            typeof value === 'string' &&
            own.find(text.replace(quoting, () => quoting.replaceAll(value, ''))).length === 0;
          return isQuoted ? { ...failure, ...decided('key-format') } : failure;
        },
      };
    },
  };
}

function withoutOnce(text: string, value: string): string {
  const json = JSON.stringify(value);
  const at = text.indexOf(json);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + json.length);
}
