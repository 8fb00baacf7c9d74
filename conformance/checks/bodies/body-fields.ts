import { decided } from '../../basis.ts';
import type { Cost } from '../../check.ts';
import { isJsonObject } from '../../document/model/pointer.ts';
import { generateRequest, loginRequest, plainDescription } from '../support/requests/operation-requests.ts';
import { dataOf, stringField } from '../support/responses/service-response.ts';
import { failures, mustBeRejected, mustHaveCode } from '../support/responses/verdicts.ts';
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
      const found = unknownFields.map(async (name) => {
        const body = `{"description":${JSON.stringify(plainDescription)},${JSON.stringify(name)}:"x"}`;
        const exchange = await context.call({ ...generateRequest(token), body });
        return mustHaveCode(context, exchange, 400, 'validation_failed', { key: name });
      });
      return failures(await Promise.all(found));
    },
  }),
  loginCheck({
    id: 'bodies/unknown-field-in-login',
    rule: 'Returns 400 `validation_failed` for an unknown field in a login, such as `opt` instead of `otp`.',
    ...decided('closed-requests'),
    cost: failedLogins(2),
    run: async (context) => {
      const { identity, password } = context.account();
      const found = [];
      for (const name of ['opt', 'Password']) {
        const exchange = await context.call(loginRequest({ identity, password, [name]: '123456' }));
        found.push(mustHaveCode(context, exchange, 400, 'validation_failed', { key: name }));
      }
      return failures(found);
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
      const found = [];
      for (const [key, body] of Object.entries(bodies)) {
        const exchange = await context.call({ ...loginRequest({}), body });
        found.push(mustBeRejected(context, exchange, { key }));
      }
      return failures(found);
    },
  }),
  generateCheck({
    id: 'bodies/must-be-an-object',
    rule: 'Returns 400 `validation_failed` for a body that is valid JSON but not an object.',
    ...decided('errors'),
    run: async (context) => {
      const token = await context.sessions.live();
      const bodies = ['null', 'true', '0', '"description"', '[]', '[{"description":"a"}]', '""'];
      const found = bodies.map(async (body) => {
        const exchange = await context.call({ ...generateRequest(token), body });
        return mustHaveCode(context, exchange, 400, 'validation_failed', { key: body });
      });
      return failures(await Promise.all(found));
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
      const found = [];
      for (const [key, body] of Object.entries(bodies)) {
        const exchange = await context.call(loginRequest(body));
        const { errors } = dataOf(exchange);
        const locations = (Array.isArray(errors) ? errors : [])
          .map((error) => stringField(isJsonObject(error) ? error : undefined, 'location'))
          .filter((location) => location !== undefined);
        const wrong = locations.find((location) => !location.includes(key));
        if (context.outcomeOf(exchange).success || wrong === undefined) continue;
        found.push({ expected: `a location with ${key}`, got: wrong, exchanges: [exchange], key });
      }
      return found;
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
      const found = [];
      for (const [key, request] of Object.entries(requests)) {
        const exchange = await context.call(request);
        if (context.outcomeOf(exchange).success || !exchange.response.text.includes(distinctValue)) continue;
        found.push({
          expected: 'an error without the value',
          got: 'the value',
          exchanges: [exchange],
          key,
        });
      }
      return found;
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
      const found = [];
      for (const [key, body] of Object.entries(bodies)) {
        found.push(
          mustHaveCode(context, await context.call(loginRequest(body)), 400, 'validation_failed', { key }),
        );
      }
      return failures(found);
    },
  }),
];
