import { limits } from '../../../generated/contract.ts';
import { decided, hasResponse, mismatch, observed, skipCheck } from '../../engine/index.ts';
import {
  generateRequest,
  loginRequest,
  plainDescription,
  revokeRequest,
  unknownKeyId,
} from './support/requests/operation-requests.ts';
import { describeResponse, readOutcome } from './support/responses/service-response.ts';
import { failures } from './support/responses/verdicts.ts';
import {
  generateCheck,
  loginCheck,
  serviceCheck,
  serviceChecks,
} from './support/service-context.ts';

const { bodyBytes, uriBytes, headerBytes, headersTimeoutSeconds, maximumKeys } = limits;

const body = JSON.stringify({ description: plainDescription });
const fresh = { settings: { fresh: true } };
/** For a request that a server may reject by closing the connection. */
const large = { settings: { fresh: true, lossAllowed: true } };

export const limitChecks = serviceChecks(decided('limits'), {
  'limits/body-size': generateCheck({
    rule: `Accepts a body of ${bodyBytes / 1024} KiB, and returns 413 for a larger one.`,
    run: async (context) => {
      const token = await context.sessions.live();
      const call = async (bytes: number) =>
        context.sessions.send({
          ...generateRequest(token, undefined, large),
          body: body.padEnd(bytes),
        });
      return failures([
        context.mustSucceed(await call(bodyBytes), 'longest'),
        context.mustHaveCode(await call(bodyBytes + 1), 413, 'body_too_large', 'one more'),
        context.mustHaveCode(await call(100_000), 413, 'body_too_large', '100000'),
      ]);
    },
  }),
  'limits/target-length': serviceCheck({
    rule: `Returns 414 for a request target over ${uriBytes / 1024} KiB, and accepts a shorter one.`,
    run: async (context) => {
      const token = await context.sessions.live();
      const call = async (letters: number) =>
        context.call(revokeRequest(token, 'a'.repeat(letters), large));
      return failures([
        context.mustHaveCode(await call(uriBytes - 250), 404, 'key_not_found', 'shorter'),
        context.mustHaveCode(await call(uriBytes + 50), 414, 'uri_too_long', 'longer'),
      ]);
    },
  }),
  'limits/header-size': serviceCheck({
    rule: `Returns 431 for headers over ${headerBytes / 1024} KiB, and accepts three quarters of that.`,
    run: async (context) => {
      const token = await context.sessions.live();
      const call = async (bytes: number) => {
        const headers = Array.from(
          { length: Math.floor(bytes / 1_000) },
          (_, n) => [`X-Probe-${n}`, 'a'.repeat(980)] as const,
        );
        return context.call(revokeRequest(token, unknownKeyId, { headers, ...large }));
      };
      return failures([
        context.mustHaveCode(await call(headerBytes * 0.75), 404, 'key_not_found', 'smaller'),
        context.mustHaveCode(await call(headerBytes * 1.25), 431, 'headers_too_large', 'larger'),
      ]);
    },
  }),
  'limits/very-large-headers': serviceCheck({
    rule: 'Keeps responding after very many or very large headers.',
    needs: ['destructive'],
    stage: 8,
    run: async (context) => {
      const many = Array.from({ length: 5_000 }, (_, n) => [`X-${n}`, 'a'] as const);
      const one = [['X-Probe', 'a'.repeat(200_000)]] as const;
      for (const headers of [many, one]) {
        await context.target.send(revokeRequest(undefined, unknownKeyId, { headers, ...large }));
      }
      return context.mustHaveCode(
        await context.call(revokeRequest(undefined, unknownKeyId, fresh)),
        401,
      );
    },
  }),
  'limits/failed-logins-are-rate-limited': loginCheck({
    rule: 'Returns 429 after many failed logins with one identity.',
    ...observed('limits'),
    needs: ['destructive'],
    stage: 9,
    cost: { logins: 0, failures: 30 },
    run: async (context) => {
      // An identity without an account, so that the check locks no account.
      const identity = `nobody-${context.clock.now()}@example.com`;
      for (let attempt = 1; attempt <= 30; attempt += 1) {
        const exchange = await context.target.send(
          loginRequest({ identity, password: `wrong-${attempt}-password` }),
        );
        if (!hasResponse(exchange)) return skipCheck('no response to a failed login');
        if (readOutcome(exchange, context.profile.failures)?.code !== 429) continue;
        context.observe(
          `429 at failed login ${attempt}, Retry-After ${exchange.response.header('retry-after') ?? 'none'}`,
        );
        return undefined;
      }
      const got = 'thirty failed logins in a row without a rate limit';
      return mismatch('429 before the thirtieth failed login', got, []);
    },
  }),
  'limits/slow-headers': serviceCheck({
    rule: `Returns 408, or closes the connection, when the headers take over ${headersTimeoutSeconds} seconds.`,
    needs: ['destructive'],
    exclusive: false,
    run: async (context) => {
      const bytes = Buffer.from('POST /v1/auth/login HTTP/1.1\r\nHost: a\r\n');
      const exchange = await context.target.send({
        bytes,
        settings: { timeoutMs: (headersTimeoutSeconds + 3) * 1000 },
      });
      if (exchange.error?.kind === 'closed' || exchange.error?.kind === 'reset') return undefined;
      if (!hasResponse(exchange))
        return mismatch(`408 within ${headersTimeoutSeconds + 3} s`, describeResponse(exchange), [
          exchange,
        ]);
      return context.mustHaveCode(exchange, 408, 'request_timeout');
    },
  }),
  'limits/active-keys': generateCheck({
    rule: `Returns 409 for a key after ${maximumKeys} active ones, until one is revoked.`,
    needs: ['account', 'destructive'],
    stage: 7,
    run: async (context) => {
      // Not with `sessions.as`, which revokes keys when there are too many.
      const token = await context.sessions.live();
      for (let made = 1; made <= maximumKeys + 1; made += 1) {
        const exchange = await context.call(generateRequest(token));
        if (context.outcomeOf(exchange).success) continue;
        context.observe(`rejected after ${made - 1} generated keys`);
        const verdict = context.mustHaveCode(exchange, 409, 'key_limit_reached');
        await context.keys.revokeAll();
        const again = await context.call(generateRequest(await context.sessions.live()));
        if (verdict !== undefined || context.outcomeOf(again).success) return verdict;
        return mismatch('a key after others were revoked', describeResponse(again), [again]);
      }
      await context.keys.revokeAll();
      return mismatch('code 409 key_limit_reached', `${maximumKeys + 1} active keys`, []);
    },
  }),
});
