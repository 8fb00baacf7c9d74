import { loginRequest, wrongPassword } from '../support/requests/operation-requests.ts';
import { rejectsPasswords } from '../support/requests/wrong-passwords.ts';
import { mustBeRejected } from '../support/responses/verdicts.ts';
import { defineCheck, type ServiceCheck } from '../support/service-context.ts';

export const passwordChecks: readonly ServiceCheck[] = [
  rejectsPasswords({
    id: 'login/wrong-password-is-rejected',
    rule: 'Rejects a wrong password.',
    strength: 'shown',
    source: '1.1',
    maxTries: 1,
    tries: () => ({ 'another password': wrongPassword }),
  }),
  rejectsPasswords({
    id: 'login/empty-password-is-rejected',
    rule: 'Rejects a password that is empty or only a space.',
    strength: 'shown',
    source: '1.1',
    maxTries: 2,
    tries: () => ({ empty: '', space: ' ' }),
  }),
  rejectsPasswords({
    id: 'login/password-must-be-a-string',
    rule: 'Rejects true, 0, null, a list and an object in place of a password.',
    strength: 'safety',
    source: '4.1-password',
    maxTries: 7,
    tries: () => ({
      true: true,
      zero: 0,
      null: null,
      'empty list': [],
      'empty object': {},
      'an operator that matches anything': { $ne: null },
      'an operator that matches any text': { $gt: '' },
    }),
  }),
  rejectsPasswords({
    id: 'login/password-is-not-a-pattern',
    rule: 'Compares passwords as text: rejects wildcards, SQL fragments and words such as `null`.',
    strength: 'shown',
    source: '1.1',
    maxTries: 7,
    tries: () => ({
      '%': '%',
      '*': '*',
      '.*': '.*',
      "' OR '1'='1": "' OR '1'='1",
      null: 'null',
      undefined: 'undefined',
      '[object Object]': '[object Object]',
    }),
  }),
  defineCheck({
    id: 'login/password-is-required',
    rule: 'Rejects a login without a password.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    cost: { logins: 0, failures: 1 },
    run: async (context) => {
      const { identity } = context.account();
      return mustBeRejected(context, await context.call(loginRequest({ identity })));
    },
  }),
];
