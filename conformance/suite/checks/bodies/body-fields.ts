import { type Cost, decided, isJsonObject, mismatch } from '../../../engine/index.ts';
import {
  generateRequest,
  loginRequest,
  plainDescription,
} from '../support/requests/operation-requests.ts';
import { dataOf, stringField } from '../support/responses/service-response.ts';
import { judgeInTurn } from '../support/responses/verdicts.ts';
import { generateCheck, loginCheck, serviceChecks } from '../support/service-context.ts';
import { rejectsEach, rejectsLogins, variationsOf } from '../support/variations.ts';

const invalid = [400, 'validation_failed'] as const;
const failedLogins = (times: number): Cost => ({ logins: 0, failures: times });

// Names that every object has, misspelled names, and fields that a caller may try to set.
const unknownFields = [
  ...[
    'unknown',
    'Description',
    'desc',
    '__proto__',
    'constructor',
    'toString',
    'id',
    'api_key',
    '',
  ],
];

// No server returns this text by itself.
const distinctValue = 'value-7291-of-the-test';

export const bodyChecks = serviceChecks(decided('errors'), {
  'bodies/unknown-field-in-generate': rejectsEach(generateCheck, {
    rule: 'Returns 400 `validation_failed` for an unknown field in a generation.',
    ...decided('closed-requests'),
    code: invalid,
    requests: (token) =>
      variationsOf(unknownFields, (name) => ({
        ...generateRequest(token),
        body: `{"description":${JSON.stringify(plainDescription)},${JSON.stringify(name)}:"x"}`,
      })),
  }),
  'bodies/unknown-field-in-login': rejectsLogins({
    rule: 'Returns 400 `validation_failed` for an unknown field in a login, such as `opt` instead of `otp`.',
    ...decided('closed-requests'),
    cost: failedLogins(2),
    code: invalid,
    bodies: ({ identity, password }) =>
      variationsOf(['opt', 'Password'], (name) => ({ identity, password, [name]: '123456' })),
  }),
  'bodies/prototype-fields': rejectsLogins({
    rule: 'Rejects a login whose fields are inside `__proto__` or `constructor`.',
    ...decided('closed-requests'),
    cost: failedLogins(2),
    bodies: (account) => ({
      'a prototype': `{"__proto__":${JSON.stringify(account)}}`,
      'a constructor': `{"constructor":{"prototype":${JSON.stringify(account)}}}`,
    }),
  }),
  'bodies/must-be-an-object': rejectsEach(generateCheck, {
    rule: 'Returns 400 `validation_failed` for JSON that is not an object.',
    code: invalid,
    requests: (token) =>
      variationsOf(
        ['null', 'true', '0', '"description"', '[]', '[{"description":"a"}]', '""'],
        (body) => ({
          ...generateRequest(token),
          body,
        }),
      ),
  }),
  'bodies/error-names-the-field': loginCheck({
    rule: 'Names only the invalid field in the `location` of `validation_failed`.',
    cost: failedLogins(2),
    run: async (context) => {
      const { identity, password } = context.account();
      const bodies = {
        identity: { identity: 5, password },
        password: { identity, password: [password] },
      };
      return judgeInTurn(Object.entries(bodies), async ([key, body]) => {
        const exchange = await context.call(loginRequest(body));
        const { errors } = dataOf(exchange);
        const locations = (Array.isArray(errors) ? errors : [])
          .map((error) => stringField(isJsonObject(error) ? error : undefined, 'location'))
          .filter((location) => location !== undefined);
        const wrong = locations.find((location) => !location.includes(key));
        if (context.outcomeOf(exchange).success || wrong === undefined) return undefined;
        return mismatch(`a location with ${key}`, wrong, [exchange], key);
      });
    },
  }),
  'bodies/invalid-value-is-not-repeated': loginCheck({
    rule: 'Keeps invalid values of a request out of the error.',
    cost: failedLogins(2),
    run: async (context) => {
      const { password } = context.account();
      const token = await context.sessions.live();
      const generate = (body: unknown) => ({
        ...generateRequest(token),
        body: JSON.stringify(body),
      });
      const requests = {
        'identity without @': loginRequest({ identity: distinctValue, password }),
        'identity in a list': loginRequest({ identity: [distinctValue], password }),
        'description too long': generate({ description: distinctValue.repeat(20) }),
        'description in a list': generate({ description: [distinctValue] }),
        'unknown field': generate({ unknown: distinctValue }),
      };
      return judgeInTurn(Object.entries(requests), async ([key, request]) => {
        const exchange = await context.call(request);
        if (context.outcomeOf(exchange).success || !exchange.response.text.includes(distinctValue))
          return undefined;
        return mismatch('an error without the value', 'the value', [exchange], key);
      });
    },
  }),
  'bodies/credentials-must-be-strings': rejectsLogins({
    rule: 'Returns 400 `validation_failed` for an identity or a password that is not a string.',
    cost: failedLogins(4),
    code: invalid,
    bodies: ({ identity, password }) => ({
      'identity in a list': { identity: [identity], password },
      'password in a list': { identity, password: [password] },
      'identity a number': { identity: 5, password },
      'password null': { identity, password: null },
    }),
  }),
});
