import type { Cost } from '../../check.ts';
import { generateRequest, loginRequest, plainDescription } from '../support/requests/operation-requests.ts';
import { failures, mustBeRejected, mustHaveCode } from '../support/responses/verdicts.ts';
import { defineCheck, type ServiceCheck } from '../support/service-context.ts';

const failed = (times: number): Cost => ({ logins: 0, failures: times });

// Names that an object has by itself, misspelt ones, and what a caller may hope to set.
const unknownMembers = [
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

/** What the bodies hold: unknown members, wrong types. */
export const bodyChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'bodies/unknown-member-of-generate',
    rule: 'A generation with a member that is not known is refused.',
    strength: 'decided',
    source: 'closed-requests',
    operation: 'generateApiKey',
    run: async (context) => {
      const token = await context.sessions.live();
      const found = unknownMembers.map(async (name) => {
        const body = `{"description":${JSON.stringify(plainDescription)},${JSON.stringify(name)}:"x"}`;
        const exchange = await context.call({ ...generateRequest(token), body });
        return mustHaveCode(context, exchange, 400, 'validation_failed', { key: name });
      });
      return failures(await Promise.all(found));
    },
  }),
  defineCheck({
    id: 'bodies/unknown-member-of-login',
    rule: 'A login with a member that is not known is refused, so that `opt` is not taken for no `otp`.',
    strength: 'decided',
    source: 'closed-requests',
    operation: 'login',
    cost: failed(2),
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
  defineCheck({
    id: 'bodies/prototype-is-no-member',
    rule: 'Members of a `__proto__` or `constructor` in a body are not members of the body.',
    strength: 'decided',
    source: 'closed-requests',
    operation: 'login',
    cost: failed(2),
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
  defineCheck({
    id: 'bodies/are-objects',
    rule: 'A body that is a JSON text but no object is refused.',
    strength: 'decided',
    source: 'errors',
    operation: 'generateApiKey',
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
  defineCheck({
    id: 'bodies/credentials-are-strings',
    rule: 'Identity and password that are not strings are refused as invalid, also when one string is in a list.',
    strength: 'decided',
    source: 'errors',
    operation: 'login',
    cost: failed(4),
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
