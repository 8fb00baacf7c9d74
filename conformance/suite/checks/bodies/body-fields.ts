import { decided } from '../../../engine/basis.ts';
import type { Cost } from '../../../engine/check.ts';
import { isJsonObject } from '../../../engine/document/model/pointer.ts';
import { mismatch } from '../../../engine/outcome.ts';
import { generateRequest, loginRequest, plainDescription } from '../support/requests/operation-requests.ts';
import { dataOf, stringField } from '../support/responses/service-response.ts';
import { judgeAll, judgeInTurn, mustBeRejected, mustHaveCode } from '../support/responses/verdicts.ts';
import { generateCheck, loginCheck, type ServiceCheck } from '../support/service-context.ts';

const failedLogins = (times: number): Cost => ({ logins: 0, failures: times });

// Names that every object has, misspelled names, and fields that a caller may try to set.
const unknownFields = [
  'unknown',
  'Description',
  'desc',
  '__proto__',
  'constructor',
  'toString',
  'id',
  'api_key',
  '',
];

// No server returns this text by itself.
const distinctValue = 'value-7291-of-the-test';

/** Unknown fields and wrong types. */
export const bodyChecks: readonly ServiceCheck[] = [
  generateCheck({
    id: 'bodies/unknown-field-in-generate',
    rule: 'Returns 400 `validation_failed` for an unknown field in a request to generate a key.',
    ...decided('closed-requests'),
    run: async (context) => {
      const token = await context.sessions.live();
      return judgeAll(unknownFields, async (name) => {
        const body = `{"description":${JSON.stringify(plainDescription)},${JSON.stringify(name)}:"x"}`;
        const exchange = await context.call({ ...generateRequest(token), body });
        return mustHaveCode(context, exchange, 400, 'validation_failed', name);
      });
    },
  }),
  loginCheck({
    id: 'bodies/unknown-field-in-login',
    rule: 'Returns 400 `validation_failed` for an unknown field in a login, such as `opt` instead of `otp`.',
    ...decided('closed-requests'),
    cost: failedLogins(2),
    run: async (context) => {
      const { identity, password } = context.account();
      return judgeInTurn(['opt', 'Password'], async (name) => {
        const exchange = await context.call(loginRequest({ identity, password, [name]: '123456' }));
        return mustHaveCode(context, exchange, 400, 'validation_failed', name);
      });
    },
  }),
  loginCheck({
    id: 'bodies/prototype-fields',
    rule: 'Rejects a login whose fields are inside `__proto__` or `constructor`.',
    ...decided('closed-requests'),
    cost: failedLogins(2),
    run: async (context) => {
      const credentials = JSON.stringify(context.account());
      const bodies = {
        'a prototype': `{"__proto__":${credentials}}`,
        'a constructor': `{"constructor":{"prototype":${credentials}}}`,
      };
      return judgeInTurn(Object.entries(bodies), async ([key, body]) => {
        const exchange = await context.call({ ...loginRequest({}), body });
        return mustBeRejected(context, exchange, key);
      });
    },
  }),
  generateCheck({
    id: 'bodies/must-be-an-object',
    rule: 'Returns 400 `validation_failed` for a body that is valid JSON but not an object.',
    ...decided('errors'),
    run: async (context) => {
      const token = await context.sessions.live();
      const bodies = ['null', 'true', '0', '"description"', '[]', '[{"description":"a"}]', '""'];
      return judgeAll(bodies, async (body) => {
        const exchange = await context.call({ ...generateRequest(token), body });
        return mustHaveCode(context, exchange, 400, 'validation_failed', body);
      });
    },
  }),
  loginCheck({
    id: 'bodies/error-names-the-field',
    rule: 'Names the invalid field in the `location` of a `validation_failed` error, and no valid field.',
    ...decided('errors'),
    cost: failedLogins(2),
    run: async (context) => {
      const { identity, password } = context.account();
      const bodies = { identity: { identity: 5, password }, password: { identity, password: [password] } };
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
  loginCheck({
    id: 'bodies/invalid-value-is-not-repeated',
    rule: 'Keeps the invalid value of a request out of the error.',
    ...decided('errors'),
    cost: failedLogins(2),
    run: async (context) => {
      const { password } = context.account();
      const token = await context.sessions.live();
      const generate = (body: unknown) => ({ ...generateRequest(token), body: JSON.stringify(body) });
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
  loginCheck({
    id: 'bodies/credentials-must-be-strings',
    rule: 'Returns 400 `validation_failed` for an identity or a password that is not a string.',
    ...decided('errors'),
    cost: failedLogins(4),
    run: async (context) => {
      const { identity, password } = context.account();
      const bodies = {
        'identity in a list': { identity: [identity], password },
        'password in a list': { identity, password: [password] },
        'identity a number': { identity: 5, password },
        'password null': { identity, password: null },
      };
      return judgeInTurn(Object.entries(bodies), async ([key, body]) => {
        return mustHaveCode(context, await context.call(loginRequest(body)), 400, 'validation_failed', {
          key,
        });
      });
    },
  }),
];
