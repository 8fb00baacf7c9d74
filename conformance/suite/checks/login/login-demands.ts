import { type CompletedExchange, type Header, shown, skipCheck } from '../../../engine/index.ts';
import { loginRequest } from '../support/requests/operation-requests.ts';
import { codeOf, statusOf } from '../support/responses/service-response.ts';
import { loginCheck, oncePerRun, serviceChecks } from '../support/service-context.ts';
import { onTwoLogins } from './login-result.ts';

const quiet = { quiet: true } as const;

/** For a server that rejects the login: the header with which it would accept one, and what shows it. */
export const findLoginDemand = oncePerRun(async (context) => {
  const { identity, password } = context.account();
  const send = (body: object, ...headers: readonly Header[]) =>
    context.call(loginRequest(body, { headers, settings: quiet }));
  const succeeded = (exchange: CompletedExchange) => context.outcomeOf(exchange).success;
  const credentials = { identity, password };

  const plain = await send(credentials);
  const withHeader = await send(credentials, ['Authorization', 'Bearer none']);
  if (succeeded(withHeader)) return { header: 'Authorization' as const, exchanges: [withHeader] };
  const withCharset = await context.call({
    ...loginRequest(credentials, { settings: quiet }),
    headers: [['Content-Type', 'application/json; charset=utf-8']],
  });
  if (succeeded(withCharset)) return { header: 'charset' as const, exchanges: [withCharset] };

  // The credentials in the header may be wrong. A server that reads them responds to them, or before it reads the body.
  const again = await send(credentials);
  const empty = await send({});
  const readsHeader = isAlike(plain, again) && !isAlike(plain, withHeader);
  const challengesForHeader =
    isAlike(plain, empty) && /^(basic|bearer)\b/i.test(challengeOf(plain));
  const isUnauthorized = [401, 403].includes(codeOf(plain)) || plain.response.status === 401;
  if (isUnauthorized && (readsHeader || challengesForHeader))
    return { header: 'Authorization' as const, exchanges: [readsHeader ? withHeader : empty] };
  return { header: undefined, exchanges: [] };
});

export const loginDemandChecks = serviceChecks(shown('4.1.2'), {
  'login/needs-no-authorization-header': loginCheck({
    rule: 'Accepts a login without an `Authorization` header.',
    ...onTwoLogins(async ({ first }, context) => {
      const rejected = context.mustSucceed(first);
      if (!rejected) return undefined;
      const { header, exchanges } = await findLoginDemand(context);
      if (header !== 'Authorization')
        return skipCheck('the server accepts no login of the account');
      return { ...rejected, exchanges: [...exchanges, first] };
    }),
  }),
});

function isAlike(one: CompletedExchange, other: CompletedExchange): boolean {
  const [a, b] = [one, other].map((exchange) =>
    JSON.stringify([
      exchange.response.status,
      codeOf(exchange),
      statusOf(exchange)?.reason,
      challengeOf(exchange),
    ]),
  );
  return a === b;
}

function challengeOf({ response }: CompletedExchange): string {
  return response.header('www-authenticate') ?? '';
}
