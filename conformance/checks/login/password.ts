import type { ServiceCheck } from '../support/context.ts';
import { defineCheck } from '../support/define.ts';
import { loginRequest } from '../support/operations.ts';
import { mustBeRejected } from '../support/verdicts.ts';
import { refuses } from '../support/wrong-passwords.ts';

export const loginPasswordChecks: readonly ServiceCheck[] = [
  refuses({
    id: 'login/wrong-password-is-refused',
    rule: 'A wrong password does not log in.',
    strength: 'shown',
    source: '1',
    most: 1,
    tries: () => ({ 'another password': 'Not-the-password-of-anyone-7' }),
  }),
  refuses({
    id: 'login/empty-password-is-refused',
    rule: 'An empty or blank password does not log in.',
    strength: 'shown',
    source: '1',
    most: 2,
    tries: () => ({ empty: '', blank: ' ' }),
  }),
  refuses({
    id: 'login/password-of-another-type-is-refused',
    rule: 'A password that is no string does not log in.',
    strength: 'shown',
    source: '4.1',
    most: 7,
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
  refuses({
    id: 'login/no-pattern-opens-an-account',
    rule: 'A password is compared, not matched, run or looked up: wildcards, fragments of SQL and the names of nothing do not log in.',
    strength: 'shown',
    source: '1',
    most: 7,
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
    id: 'login/password-is-asked-for',
    rule: 'A login without a password does not log in.',
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
