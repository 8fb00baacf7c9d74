import { decided, hasResponse, mismatch, skipCheck, standard, wire } from '../../engine/index.ts';
import {
  bearer,
  generatePath,
  generateRequest,
  loginPath,
  loginRequest,
  revokePath,
  unknownKeyId,
} from './support/requests/operation-requests.ts';
import { failures, judgeAll } from './support/responses/verdicts.ts';
import { serviceCheck, serviceChecks } from './support/service-context.ts';
import { rejectsEach, variationsOf } from './support/variations.ts';

const allowed = {
  [loginPath]: 'POST',
  [generatePath]: 'POST',
  [revokePath(unknownKeyId)]: 'DELETE',
};
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const wrong = Object.entries(allowed).flatMap(([target, right]) =>
  methods.filter((method) => method !== right).map((method) => ({ method, target, right })),
);

export const methodChecks = serviceChecks(decided('errors'), {
  'paths/wrong-method-is-405': rejectsEach(serviceCheck, {
    rule: 'Returns 405 for an unsupported method.',
    code: [405, 'method_not_allowed'],
    requests: (token) =>
      Object.fromEntries(
        wrong.map(({ method, target }) => [
          `${method} ${target}`,
          { method, target, headers: bearer(token) },
        ]),
      ),
  }),
  'paths/405-names-the-right-method': serviceCheck({
    rule: 'Names the supported method, not the rejected one, in `Allow` with HTTP 405.',
    ...standard('RFC 9110 10.2.1'),
    needs: [],
    run: async (context) => {
      const tried = wrong.filter(({ method }) => method === 'PUT' || method === 'GET');
      const found = await Promise.all(
        tried.map(async ({ method, target, right }) => {
          const exchange = await context.call({ method, target });
          const allow = exchange.response.header('allow');
          if (exchange.response.status !== 405 || allow === undefined) return 'no 405';
          const names = allow.split(',').map((name) => name.trim());
          if (names.includes(right) && !names.includes(method)) return undefined;
          return mismatch(`Allow: ${right}`, `Allow: ${allow}`, [exchange], `${method} ${target}`);
        }),
      );
      if (found.every((one) => one === 'no 405'))
        return skipCheck('the server sent no HTTP 405 with Allow for a wrong method');
      return failures(found.map((one) => (one === 'no 405' ? undefined : one)));
    },
  }),
  'paths/head-is-405': serviceCheck({
    rule: 'Returns 405 for HEAD on every path.',
    needs: [],
    run: async (context) =>
      judgeAll(Object.keys(allowed), async (target) => {
        const exchange = await context.call({ method: 'HEAD', target });
        const { status } = exchange.response;
        return status === 405
          ? undefined
          : mismatch('HTTP 405', `HTTP ${status}`, [exchange], target);
      }),
  }),
  'paths/unknown-method-is-rejected': serviceCheck({
    rule: 'Rejects a method that HTTP does not define.',
    ...standard('RFC 9110 9.1'),
    run: async (context) => {
      const token = await context.sessions.live();
      return judgeAll(['BREW', 'post', 'POSTS'], async (method) => {
        // On a new connection: some servers end the connection after a request that they cannot read.
        const request = generateRequest(token, undefined, { settings: { fresh: true } });
        const exchange = await context.target.send({ ...request, method });
        // Closing the connection without a response also rejects the request.
        const failure = hasResponse(exchange)
          ? context.mustBeRejected(exchange, method)
          : undefined;
        // Some HTTP servers, such as gunicorn, write the method in capitals before the application sees it.
        return failure && method === 'post' ? { ...failure, ...wire('RFC 9110 9.1') } : failure;
      });
    },
  }),
  'paths/method-override-is-ignored': rejectsEach(serviceCheck, {
    rule: 'Ignores headers and query parameters that override the method.',
    requests: (token) => ({
      ...variationsOf(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'], (name) => ({
        ...generateRequest(token, undefined, { headers: [[name, 'POST']] }),
        method: 'GET',
      })),
      _method: { ...generateRequest(token), method: 'GET', target: `${generatePath}?_method=POST` },
    }),
  }),
  'paths/credentials-in-the-query-are-rejected': serviceCheck({
    rule: 'Rejects credentials in the query, with GET and with POST.',
    cost: { logins: 0, failures: 1 },
    run: async (context) => {
      const { identity, password } = context.account();
      const target = `${loginPath}?${new URLSearchParams({ identity, password })}`;
      const got = await context.call({ method: 'GET', target });
      const posted = await context.call({ ...loginRequest({}), target });
      return failures([context.mustBeRejected(got, 'GET'), context.mustBeRejected(posted, 'POST')]);
    },
  }),
});
