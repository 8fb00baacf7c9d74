import { timedCheck } from '../../support/timed-check.ts';
import { isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Freedoms, type Variant, variantsOf } from '../mutant.ts';
import { changeFailures, envelope, withFailureCodes, withHeaders } from '../overrides.ts';

const withHttp200 = changeFailures(
  (status) => status,
  () => 200,
);

export const failureVariants: readonly Variant[] = [
  ...variantsOf(
    { 'every failure with HTTP 200, stated in the profile': withHttp200 },
    { options: { profile: { failures: 'envelope' } } },
  ),
  ...variantsOf(
    {
      // The contract leaves messages and further reasons to the server, so this follows all our decisions.
      'messages in another language, and a reason of its own for another authorization scheme': {
        ...changeFailures((status, { reason }, request) => ({
          ...status,
          message: 'Das ging schief: ¡ñ!',
          ...(reason === 'token_missing' &&
            request?.header('authorization') !== undefined && { reason: 'scheme_not_supported' }),
        })),
        ...withHeaders((headers) => ({ ...headers, 'Cache-Control': 'private, no-store, max-age=0' })),
      },
    },
    { options: { strict: true, skip: [timedCheck] } },
  ),
];

export const failureFreedoms: Freedoms = {
  'every failure with HTTP 200': withHttp200,
  'every failure with HTTP 200, the code 1 and no message': changeFailures(
    ({ trace_id }) => ({ code: 1, message: '', trace_id }),
    () => 200,
  ),
  'negative codes with HTTP 200': changeFailures(
    (status) => ({ ...status, code: -1 }),
    () => 200,
  ),
  'its own codes in addition to the HTTP status': changeFailures((status) => ({
    ...status,
    code: Number(status.code) + 1_000,
  })),
  '422 instead of 400': withFailureCodes({ 400: 422 }),
  '403 for a rejected login': withFailureCodes({
    invalid_credentials: 403,
    otp_invalid: 403,
    otp_required: 403,
    password_required: 403,
  }),
  '400 for a rejected login': withFailureCodes({ invalid_credentials: 400, otp_invalid: 400 }),
  '403 for an unknown token': withFailureCodes({ token_invalid: 403 }),
  "403 for another user's key": {
    revoke: async (state, owner, id) => {
      const key = state.keys.get(id);
      return key !== undefined && key.owner !== owner
        ? refuse('token_invalid')
        : correct.revoke(state, owner, id);
    },
    ...withFailureCodes({ token_invalid: 403 }),
  },
  'no reason': changeFailures(({ reason: _, ...status }) => status),
  'reasons of its own for every failure': changeFailures((status, { reason }) => ({
    ...status,
    reason: `acme_${reason}`,
  })),
  'data with failures': envelope((envelope, outcome) =>
    isRefusal(outcome) ? { ...envelope, data: { hint: 'none' } } : envelope,
  ),
  'no usage': envelope(({ usage: _, ...envelope }) => envelope),
  'usage also with failures': envelope((envelope) => ({ ...envelope, usage: { latency_ms: 3 } })),
  'an output': envelope((envelope) => ({ ...envelope, output: { text: '' } })),
};
