import { decided, type Request, shown, wire } from '../../engine/index.ts';
import { onTwoLogins } from './login/login-result.ts';
import { altered } from './support/requests/altered-requests.ts';
import {
  generateRequest,
  revokePath,
  revokeRequest,
  unknownKeyId,
} from './support/requests/operation-requests.ts';
import { failures, judgeAll } from './support/responses/verdicts.ts';
import {
  generateCheck,
  revokeCheck,
  serviceCheck,
  serviceChecks,
  type UnnamedCheck,
} from './support/service-context.ts';
import { acceptsEach, rejectsEach, variationsOf } from './support/variations.ts';

const unknown = [
  '/v1/nothing',
  '/v1/auth',
  '/v1/auth/logout',
  '/v1/security/apikey/a/b',
  '/v1/security',
];
const elsewhere = [
  '/security/apikey/generate',
  '/v2/security/apikey/generate',
  '/v1.0/security/apikey/generate',
  '/v1/v1/security/apikey/generate',
];
const otherSpellings = [
  ...[
    '/V1/security/apikey/generate',
    '/v1/security/apikey/Generate',
    '/v1/Security/ApiKey/generate',
  ],
  ...[
    '/v1/security/apikey/generate/',
    '/v1//security/apikey/generate',
    '/v1/security/apikey/generate;a=b',
  ],
  ...['/v1/security/apikey/generate.json', '/v1/security/apikey/generate%20'],
  '/v1/security/apikey%2Fgenerate',
];

export const pathChecks = serviceChecks(decided('errors'), {
  'paths/unknown-path-is-404': serviceCheck({
    rule: 'Returns 404 for an unknown path.',
    needs: [],
    run: async (context) =>
      judgeAll(unknown, async (target) =>
        context.mustHaveCode(
          await context.call({ method: 'GET', target }),
          404,
          'not_found',
          target,
        ),
      ),
  }),
  'paths/operations-are-under-v1': serviceCheck({
    rule: 'Serves the three operations under `/v1`, at the paths and with the methods shown.',
    ...shown('9.1'),
    ...onTwoLogins(async ({ first: login }, context) => {
      const generated = await context.sessions.as('account', (token) => generateRequest(token));
      const found = [
        context.mustSucceed(login, 'login'),
        context.mustSucceed(generated, 'generateApiKey'),
      ];
      if (context.outcomeOf(generated).success) {
        const id = await context.keys.idIn(generated);
        found.push(context.mustSucceed(await context.keys.revoke(id), 'revokeApiKey'));
      }
      return failures(found);
    }),
  }),
  'paths/only-under-v1': rejectsPaths(
    'Rejects the operations under any prefix other than `/v1`.',
    'versioning',
    elsewhere,
  ),
  'paths/other-spellings-are-rejected': rejectsPaths(
    'Rejects other spellings of a path: case, a trailing or double slash, parameters.',
    'errors',
    otherSpellings,
  ),
  'paths/encoded-letters-are-decoded': acceptsEach(generateCheck, {
    rule: 'Accepts percent-encoded unreserved characters in the path of an operation.',
    ...decided('key-id'),
    requests: () => ({
      '': (token) => at('/v1/%73ecurit%79/apikey/generate', generateRequest(token)),
    }),
  }),
  'paths/malformed-encoding-is-rejected': rejectsEach(serviceCheck, {
    rule: 'Rejects a path with malformed percent-encoding or invalid UTF-8 as a malformed request.',
    code: [400, 'malformed_request'],
    requests: (token) =>
      variationsOf(['%', '%z1', '%1', 'a%', '%ff', '%c3%28', '%ed%a0%80'], (id) =>
        at(`${revokePath('')}${id}`, revokeRequest(token, '')),
      ),
  }),
  'paths/unusual-ids-are-404': rejectsEach(revokeCheck, {
    rule: "Returns 404 for an id that none of the caller's keys has, in any form.",
    ...decided('revocation'),
    code: [404, 'key_not_found'],
    requests: (token) =>
      variationsOf(unusualIds, (id) =>
        at(`${revokePath('')}${id}`, revokeRequest(token, unknownKeyId)),
      ),
  }),
  'paths/generate-is-not-an-id': serviceCheck({
    rule: 'Returns 405 for DELETE on the generate path, because `generate` is not a key id.',
    ...decided('key-id'),
    run: async (context) =>
      context.mustHaveCode(await context.keys.revoke('generate'), 405, 'method_not_allowed'),
  }),
  'paths/absolute-form-is-accepted': acceptsEach(generateCheck, {
    rule: 'Accepts a request target in absolute form (`POST http://host/path`).',
    ...wire('RFC 9112 3.2.2'),
    requests: (context) => {
      const { origin } = new URL(context.target.baseUrl);
      const absolute = (text: string) => text.replace(' /', ` ${origin}/`);
      return { '': (token) => altered(context, generateRequest(token), absolute) };
    },
  }),
});

// Each is one path segment, percent-encoded where necessary.
const unusualIds = [
  '%20',
  '.',
  '%2e%2e%2fgenerate',
  '..%5c..%5cetc%5cpasswd',
  '%00',
  'a%00b',
  '%0d%0aX-Injected:%20yes',
  "'%20OR%201=1--",
  '%27%3b%20DROP%20TABLE%20keys%3b--',
  '%25',
  '_',
  '*',
  '%7Bid%7D',
  '%24%7B7*7%7D',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '9223372036854775808',
  '1e309',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '%F0%9F%94%91',
  'e%CC%81',
  '%E2%80%AE',
  '[object%20Object]',
  'a,b',
  'a;b=c',
  '%3Cscript%3E',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(500),
];

function rejectsPaths(rule: string, source: string, targets: readonly string[]): UnnamedCheck {
  return rejectsEach(serviceCheck, {
    rule,
    ...decided(source),
    requests: (token) => variationsOf(targets, (target) => at(target, generateRequest(token))),
  });
}

const at = (target: string, request: Request): Request => ({ ...request, target });
