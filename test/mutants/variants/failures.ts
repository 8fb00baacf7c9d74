import { timedCheck } from '../../support/timed-check.ts';
import { isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Variant } from '../mutant.ts';
import { changeFailures, envelope, withFailureCodes } from '../overrides.ts';

const strict = { strict: true, skip: [timedCheck] };

export const failureVariants: readonly Variant[] = [
  {
    name: 'every failure with HTTP 200',
    overrides: changeFailures(
      (status) => status,
      () => 200,
    ),
  },
  {
    name: 'every failure with HTTP 200, stated in the profile',
    overrides: changeFailures(
      (status) => status,
      () => 200,
    ),
    options: { profile: { failures: 'envelope' } },
  },
  {
    name: 'every failure with HTTP 200, the code 1 and no message',
    overrides: changeFailures(
      ({ trace_id }) => ({ code: 1, message: '', trace_id }),
      () => 200,
    ),
  },
  {
    name: 'every failure with HTTP 200 and its own codes',
    overrides: changeFailures(
      (status) => ({ ...status, code: Number(status.code) * 100 + 7 }),
      () => 200,
    ),
  },
  {
    name: 'its own codes in addition to the HTTP status',
    overrides: changeFailures((status) => ({ ...status, code: Number(status.code) + 1_000 })),
  },
  {
    name: 'negative codes with HTTP 200',
    overrides: changeFailures(
      (status) => ({ ...status, code: -1 }),
      () => 200,
    ),
  },
  { name: '422 for invalid requests', overrides: withFailureCodes({ validation_failed: 422 }) },
  { name: '422 instead of 400', overrides: withFailureCodes({ 400: 422 }) },
  {
    name: '403 for a rejected login',
    overrides: withFailureCodes({
      invalid_credentials: 403,
      otp_invalid: 403,
      otp_required: 403,
      password_required: 403,
    }),
  },
  {
    name: '400 for a rejected login',
    overrides: withFailureCodes({ invalid_credentials: 400, otp_invalid: 400 }),
  },
  { name: '403 for an unknown token', overrides: withFailureCodes({ token_invalid: 403 }) },
  {
    name: "403 for another user's key",
    overrides: {
      revoke: async (state, owner, id) => {
        const key = state.keys.get(id);
        return key !== undefined && key.owner !== owner
          ? refuse('token_invalid')
          : correct.revoke(state, owner, id);
      },
      ...withFailureCodes({ token_invalid: 403 }),
    },
  },
  { name: 'no reason', overrides: changeFailures(({ reason: _, ...status }) => status) },
  // The contract leaves messages and further reasons to the server, so these follow all our decisions.
  {
    name: 'other messages',
    overrides: changeFailures((status) => ({ ...status, message: 'That did not work' })),
    options: strict,
  },
  {
    name: 'messages in another language',
    overrides: changeFailures((status) => ({ ...status, message: 'Das ging schief: ¡ñ!' })),
    options: strict,
  },
  {
    name: 'a reason of its own for another authorization scheme',
    overrides: changeFailures((status, { reason }, request) =>
      reason === 'token_missing' && request?.header('authorization') !== undefined
        ? { ...status, reason: 'scheme_not_supported', message: 'Send a bearer token' }
        : status,
    ),
    options: strict,
  },
  {
    name: 'reasons of its own for every failure',
    overrides: changeFailures((status, { reason }) => ({ ...status, reason: `acme_${reason}` })),
  },
  {
    name: 'empty data with failures',
    overrides: envelope((envelope, outcome) => (isRefusal(outcome) ? { ...envelope, data: {} } : envelope)),
  },
  { name: 'no usage', overrides: envelope(({ usage: _, ...envelope }) => envelope) },
  {
    name: 'usage also with failures',
    overrides: envelope((envelope) => ({ ...envelope, usage: { latency_ms: 3 } })),
  },
  { name: 'an output', overrides: envelope((envelope) => ({ ...envelope, output: { text: '' } })) },
];
