import type { Failure } from '../outcome.ts';
import { notRun } from '../outcome.ts';
import { inWords } from './support/answer.ts';
import type { ServiceCheck, ServiceContext } from './support/context.ts';
import { defineCheck } from './support/define.ts';
import { awayFromTheEdge, mfaLogin, openedOnce, sameClock } from './support/mfa-opening.ts';
import { once } from './support/once.ts';
import { sideBySide } from './support/side-by-side.ts';
import { failures, mustBeCode, mustBeRefused } from './support/verdicts.ts';

/** None of these may log in; none is, by chance, a code of these minutes. */
async function mustNotCount(
  context: ServiceContext,
  tries: Readonly<Record<string, unknown>>,
  details: Partial<Failure> = {},
): Promise<readonly Failure[]> {
  const near = new Set([-3, -2, -1, 0, 1, 2, 3].map((offset) => codeAt(context, offset)));
  const wrong = Object.entries(tries).filter(([, otp]) => !near.has(String(otp)));
  const found = await sideBySide(context, wrong, async ([key, otp]) => {
    const exchange = await mfaLogin(context, otp);
    return mustBeRefused(context, exchange, { key, note: `instead of the code: ${key}`, ...details });
  });
  return failures(found);
}

function codeAt({ codes }: ServiceContext, offset: number): string {
  return codes.at('mfaAccount', codes.step() + offset);
}

const wrongCode = once((context) => {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((offset) => codeAt(context, offset));
  const wrong = ['271828', '314159', '141421'].find((code) => !near.includes(code)) ?? '577215';
  return mfaLogin(context, wrong);
});

const dayOfSteps = 2_880;

export const mfaCodeChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'mfa/wrong-code-is-refused',
    rule: 'A wrong one-time code does not log in.',
    strength: 'standard',
    source: 'RFC 4226 7.2',
    operation: 'login',
    needs: ['mfaAccount'],
    cost: { logins: 0, failures: 1 },
    run: async (context) => mustBeRefused(context, await wrongCode(context)),
  }),
  defineCheck({
    id: 'mfa/wrong-code-is-401',
    rule: 'A wrong one-time code is answered with 401 otp_invalid.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    needs: ['mfaAccount'],
    run: async (context) => mustBeCode(context, await wrongCode(context), 401, 'otp_invalid'),
  }),
  defineCheck({
    id: 'mfa/no-code-opens-every-account',
    rule: 'Codes that people test with, and nearly empty ones, do not log in.',
    strength: 'standard',
    source: 'RFC 4226 7.2',
    operation: 'login',
    needs: ['mfaAccount'],
    cost: { logins: 0, failures: 7 },
    run: (context) =>
      mustNotCount(context, {
        empty: '',
        blank: ' ',
        '000000': '000000',
        '123456': '123456',
        '0': '0',
        null: 'null',
        undefined: 'undefined',
      }),
  }),
  defineCheck({
    id: 'mfa/code-of-another-type-is-refused',
    rule: 'A code that is no string does not log in.',
    strength: 'shown',
    source: '4.1',
    operation: 'login',
    needs: ['mfaAccount'],
    cost: { logins: 0, failures: 8 },
    run: (context) =>
      mustNotCount(context, {
        true: true,
        false: false,
        zero: 0,
        null: null,
        'empty list': [],
        'empty object': {},
        'an operator that matches anything': { $ne: null },
        'a list of wrong codes': ['000000', '000001'],
      }),
  }),
  defineCheck({
    id: 'mfa/part-of-a-code-is-refused',
    rule: 'A part of a code, or a code with more digits, does not log in.',
    strength: 'standard',
    source: 'RFC 4226 7.2',
    operation: 'login',
    needs: ['mfaAccount'],
    cost: { logins: 0, failures: 4 },
    run: async (context) => {
      // A code that was not used yet, or it would be refused for that.
      const { step } = await openedOnce(context);
      await awayFromTheEdge();
      const code = context.codes.at('mfaAccount', step + 1);
      return mustNotCount(context, {
        'its first five digits': code.slice(0, 5),
        'its last five digits': code.slice(1),
        'its first digit': code.slice(0, 1),
        'a digit more': `${code}0`,
      });
    },
  }),
  defineCheck({
    id: 'mfa/secret-is-no-code',
    rule: 'The shared secret itself is not accepted as a code.',
    strength: 'standard',
    source: 'RFC 4226 7.2',
    operation: 'login',
    needs: ['mfaAccount'],
    cost: { logins: 0, failures: 1 },
    run: (context) => {
      const { totpSecret } = context.profile.fixtures.mfaAccount ?? notRun('there is no account with MFA');
      return mustNotCount(context, { 'the secret': totpSecret });
    },
  }),
  defineCheck({
    id: 'mfa/codes-of-other-days-are-refused',
    rule: 'A code stands for one time: that of yesterday or tomorrow does not log in.',
    strength: 'standard',
    source: 'RFC 6238 4.2',
    operation: 'login',
    needs: ['mfaAccount'],
    cost: { logins: 0, failures: 3 },
    run: (context) =>
      mustNotCount(context, {
        yesterday: codeAt(context, -dayOfSteps),
        tomorrow: codeAt(context, dayOfSteps),
        'the beginning of time': context.codes.at('mfaAccount', 0),
      }),
  }),
  defineCheck({
    id: 'mfa/drift-is-one-step-at-most',
    rule: 'A code that is two time steps old or early does not log in.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    needs: ['mfaAccount'],
    cost: { logins: 0, failures: 2 },
    run: async (context) => {
      // Early codes first would spend the present ones on a server that accepts them.
      await openedOnce(context);
      await awayFromTheEdge();
      const step = context.codes.step();
      const found: Failure[] = [];
      for (const offset of [-2, 2]) {
        const otp = context.codes.at('mfaAccount', step + offset);
        const exchange = await mfaLogin(context, otp);
        sameClock(exchange);
        if (context.codes.step() !== step) notRun('the time step ended while we asked');
        if (!context.outcomeOf(exchange).success) continue;
        context.codes.spend('mfaAccount', step + offset);
        found.push({
          expected: 'a refusal',
          got: inWords(exchange),
          exchanges: [exchange],
          key: `${offset} steps`,
        });
      }
      return found;
    },
    stage: 3,
  }),
  defineCheck({
    id: 'mfa/codes-are-the-users-own',
    rule: "Another user's present code does not log in.",
    strength: 'standard',
    source: 'RFC 6238 3',
    operation: 'login',
    needs: ['mfaAccount', 'secondMfaAccount'],
    cost: { logins: 0, failures: 1 },
    run: (context) =>
      mustNotCount(context, {
        "another user's code": context.codes.at('secondMfaAccount', context.codes.step()),
      }),
  }),
];
