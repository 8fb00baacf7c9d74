import {
  type CompletedExchange,
  decided,
  jsonRequest,
  mismatch,
  skipCheck,
  standard,
} from '../../../engine/index.ts';
import {
  bearer,
  generatePath,
  generateRequest,
  revokeRequest,
} from '../support/requests/operation-requests.ts';
import { failures } from '../support/responses/verdicts.ts';
import {
  generateCheck,
  oncePerRun,
  type ServiceContext,
  serviceChecks,
} from '../support/service-context.ts';
import { rejectsEach } from '../support/variations.ts';

const rejections = oncePerRun(async (context) => {
  const unknown = `aat_${'0'.repeat(49)}`;
  return {
    missing: [
      await context.call(generateRequest(undefined)),
      await context.call(revokeRequest(undefined, 'key_0000000000000000000000')),
    ],
    invalid: [
      await context.call(generateRequest(unknown)),
      await context.call(revokeRequest(unknown, 'key_0000000000000000000000')),
    ],
  };
});

type Rejected = readonly CompletedExchange[];

const mustBeUnauthorized = (context: ServiceContext, rejected: Rejected, reason: string) =>
  failures(
    rejected.map((exchange) =>
      context.mustHaveCode(exchange, 401, reason, exchange.request.method),
    ),
  );

function mustChallenge(
  rejected: Rejected,
  expected: string,
  isCorrect: (challenge: string) => boolean,
) {
  const unauthorized = rejected.filter(({ response }) => response.status === 401);
  if (unauthorized.length === 0) skipCheck('the server sent no HTTP 401');
  return unauthorized.flatMap((exchange) => {
    const got = exchange.response.headerAll('www-authenticate').join(', ');
    const { method } = exchange.request;
    return isCorrect(got)
      ? []
      : [mismatch(expected, got || 'no WWW-Authenticate header', [exchange], method)];
  });
}

export const challengeChecks = serviceChecks(decided('errors'), {
  'tokens/missing-token-is-401': generateCheck({
    rule: 'Returns 401 `token_missing` for a key operation without a token.',
    run: async (context) =>
      mustBeUnauthorized(context, (await rejections(context)).missing, 'token_missing'),
  }),
  'tokens/invalid-token-is-401': generateCheck({
    rule: 'Returns 401 `token_invalid` for a key operation with an unknown token.',
    run: async (context) =>
      mustBeUnauthorized(context, (await rejections(context)).invalid, 'token_invalid'),
  }),
  'tokens/401-has-a-challenge': generateCheck({
    rule: 'Sends a `WWW-Authenticate: Bearer` challenge with HTTP 401 from a key operation.',
    ...standard('RFC 6750 3'),
    run: async (context) => {
      const { missing, invalid } = await rejections(context);
      return mustChallenge([...missing, ...invalid], 'WWW-Authenticate: Bearer …', (challenge) =>
        /(?:^|,)\s*bearer(?:\s|,|$)/i.test(challenge),
      );
    },
  }),
  'tokens/challenge-names-the-invalid-token': generateCheck({
    rule: 'Sends `error="invalid_token"` in the challenge for an unknown token.',
    run: async (context) =>
      mustChallenge((await rejections(context)).invalid, 'error="invalid_token"', (challenge) =>
        /\berror\s*=\s*"?invalid_token\b/i.test(challenge),
      ),
  }),
  'tokens/challenge-without-token-has-no-error': generateCheck({
    rule: 'Sends no error code in the challenge when the token is missing.',
    run: async (context) => {
      const { missing } = await rejections(context);
      const hasNoError = (challenge: string) => !/\berror\s*=/i.test(challenge);
      return mustChallenge(missing, 'no error code in the challenge', hasNoError);
    },
  }),
  'tokens/token-is-checked-before-the-body': rejectsEach(generateCheck, {
    rule: 'Returns 401 for an invalid token, even when the body is invalid too.',
    code: [401],
    requests: () => ({
      'wrong type': jsonRequest('POST', generatePath, { description: 7 }),
      'unknown field': jsonRequest('POST', generatePath, { unknown: true }, bearer('unknown')),
      'not JSON': { ...generateRequest(undefined), body: '{' },
      'another media type': {
        ...generateRequest(undefined),
        headers: [['Content-Type', 'text/plain']],
        body: 'x',
      },
    }),
  }),
});
