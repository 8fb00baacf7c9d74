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
import { failures, judgeInTurn } from '../support/responses/verdicts.ts';
import { generateCheck, oncePerRun, serviceChecks } from '../support/service-context.ts';

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

/** The exchanges with HTTP 401. Only these need a challenge. */
function unauthorized(exchanges: readonly CompletedExchange[]): readonly CompletedExchange[] {
  const found = exchanges.filter(({ response }) => response.status === 401);
  return found.length > 0 ? found : skipCheck('the server sent no HTTP 401');
}

function challenges({ response }: CompletedExchange): string {
  return response.headerAll('www-authenticate').join(', ');
}

export const challengeChecks = serviceChecks({
  'tokens/missing-token-is-401': generateCheck({
    rule: 'Returns 401 `token_missing` for a key operation without a token.',
    ...decided('errors'),
    run: async (context) =>
      failures(
        (await rejections(context)).missing.map((exchange) =>
          context.mustHaveCode(exchange, 401, 'token_missing', exchange.request.method),
        ),
      ),
  }),
  'tokens/invalid-token-is-401': generateCheck({
    rule: 'Returns 401 `token_invalid` for a key operation with an unknown token.',
    ...decided('errors'),
    run: async (context) =>
      failures(
        (await rejections(context)).invalid.map((exchange) =>
          context.mustHaveCode(exchange, 401, 'token_invalid', exchange.request.method),
        ),
      ),
  }),
  'tokens/401-has-a-challenge': generateCheck({
    rule: 'Sends a `WWW-Authenticate: Bearer` challenge with HTTP 401 from a key operation.',
    ...standard('RFC 6750 3'),
    run: async (context) => {
      const { missing, invalid } = await rejections(context);
      return unauthorized([...missing, ...invalid])
        .filter((exchange) => !/(?:^|,)\s*bearer(?:\s|,|$)/i.test(challenges(exchange)))
        .map((exchange) =>
          mismatch(
            'WWW-Authenticate: Bearer …',
            challenges(exchange) || 'no WWW-Authenticate header',
            [exchange],
            exchange.request.method,
          ),
        );
    },
  }),
  'tokens/challenge-names-the-invalid-token': generateCheck({
    rule: 'Sends `error="invalid_token"` in the challenge for an unknown token.',
    ...decided('errors'),
    run: async (context) =>
      unauthorized((await rejections(context)).invalid)
        .filter((exchange) => !/\berror\s*=\s*"?invalid_token\b/i.test(challenges(exchange)))
        .map((exchange) =>
          mismatch(
            'error="invalid_token"',
            challenges(exchange) || 'no challenge',
            [exchange],
            exchange.request.method,
          ),
        ),
  }),
  'tokens/challenge-without-token-has-no-error': generateCheck({
    rule: 'Sends no error code in the challenge when the token is missing.',
    ...decided('errors'),
    run: async (context) =>
      unauthorized((await rejections(context)).missing)
        .filter((exchange) => /\berror\s*=/i.test(challenges(exchange)))
        .map((exchange) =>
          mismatch(
            'no error code in the challenge',
            challenges(exchange),
            [exchange],
            exchange.request.method,
          ),
        ),
  }),
  'tokens/token-is-checked-before-the-body': generateCheck({
    rule: 'Returns 401 for an invalid token, even when the body is invalid too.',
    ...decided('errors'),
    run: async (context) => {
      const tries = {
        'wrong type': jsonRequest('POST', generatePath, { description: 7 }),
        'unknown field': jsonRequest('POST', generatePath, { unknown: true }, bearer('unknown')),
        'not JSON': {
          method: 'POST',
          target: generatePath,
          headers: [['Content-Type', 'application/json']] as const,
          body: '{',
        },
        'another media type': {
          method: 'POST',
          target: generatePath,
          headers: [['Content-Type', 'text/plain']] as const,
          body: 'x',
        },
      };
      return judgeInTurn(Object.entries(tries), async ([key, request]) => {
        return context.mustHaveCode(await context.call(request), 401, undefined, key);
      });
    },
  }),
});
