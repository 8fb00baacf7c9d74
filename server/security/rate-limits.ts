import { createHash } from 'node:crypto';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { limits, operations } from '../../generated/contract.ts';
import { Problem } from '../http/problem.ts';
import type { OperationId } from '../operations/operation.ts';
import { OutageError } from '../store/database.ts';
import { identityKey } from './identity.ts';
import { networkOf } from './network-of.ts';

/** What is left of a user's requests, for the headers `RateLimit` and `RateLimit-Policy`. */
export interface Quota {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface LoginAttempt {
  /** Counts a one-time code before it is checked. @throws Problem rate_limited */
  beginCode(): Promise<void>;
  /** `unknown` when the attempt says nothing about the credentials: it does not count. It never rejects. */
  end(result: 'succeeded' | 'wrong_password' | 'wrong_code' | 'unknown'): Promise<void>;
}

export interface LoginLimits {
  /** Counts a password before it is verified. @throws Problem rate_limited */
  begin(identity: string, address: string): Promise<LoginAttempt>;
}

export interface RateLimits {
  readonly logins: LoginLimits;
  /**
   * Counts a request of a user.
   *
   * @throws Problem rate_limited, with the quota in its headers
   */
  countRequest(operation: OperationId, accountId: string): Promise<Quota>;
  /** Counts a request without a user, by its network. @throws Problem rate_limited */
  countFrom(operation: OperationId, address: string): Promise<void>;
}

interface RateLimitOptions {
  /** A pool of `pg` on the database that instances share. @default each process counts in its memory */
  readonly pool?: object | undefined;
  /** Gets an error that had no effect on a response. */
  readonly onError: (error: unknown) => void;
}

export const rateLimitTable = 'rate_limits';

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** Fixed windows (decision `limits`): what is over the limit waits for the end of its window. */
export function createRateLimits({ pool, onError }: RateLimitOptions): RateLimits {
  const createLimiter = (keyPrefix: string, points: number, duration: number) =>
    pool === undefined
      ? new RateLimiterMemory({ keyPrefix, points, duration })
      : new RateLimiterPostgres({
          keyPrefix,
          points,
          duration,
          storeClient: pool,
          storeType: 'pool',
          tableName: rateLimitTable,
          // The schema of the store has it.
          tableCreated: true,
        });

  const requests = new Map(
    Object.entries(operations).map(([id, { requestsPerMinute }]) => [
      id,
      createLimiter(id, requestsPerMinute, minute),
    ]),
  );
  const passwords = createLimiter('password', limits.freeFailedLogins, quarter);
  const codes = createLimiter('code', limits.freeFailedCodes, hour);

  function requestsOf(operation: OperationId): RateLimiterAbstract {
    const limiter = requests.get(operation);
    if (limiter === undefined) throw new Error(`${operation} has no rate limit`);
    return limiter;
  }

  return {
    logins: {
      begin: async (identity, address) => {
        const user = hash(identityKey(identity));
        const userHere = `${user} ${hash(networkOf(address))}`;
        await consume(passwords, userHere);
        let hasCode = false;

        return {
          beginCode: async () => {
            await consume(codes, user);
            hasCode = true;
          },
          end: async (result) => {
            try {
              if (result === 'succeeded') {
                await passwords.delete(userHere);
                if (hasCode) await codes.delete(user);
                return;
              }
              if (result !== 'wrong_password') await passwords.reward(userHere);
              if (result === 'unknown' && hasCode) await codes.reward(user);
            } catch (error) {
              onError(error);
            }
          },
        };
      },
    },

    countRequest: async (operation, accountId) => {
      const limiter = requestsOf(operation);
      const counted = await tryConsume(limiter, accountId);
      const quota = {
        limit: limiter.points,
        windowSeconds: limiter.duration,
        remaining: counted.remainingPoints,
        resetSeconds: secondsUntil(counted),
      };
      if (counted.consumedPoints <= limiter.points) return quota;
      throw rateLimited(counted, quotaHeaders(operation, quota));
    },

    countFrom: (operation, address) => consume(requestsOf(operation), hash(networkOf(address))),
  };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-10. */
export function quotaHeaders(
  operation: OperationId,
  quota: Quota,
): Readonly<Record<string, string>> {
  const { limit, windowSeconds, remaining, resetSeconds } = quota;
  return {
    'RateLimit-Policy': `"${operation}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${operation}";r=${remaining};t=${resetSeconds}`,
  };
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const counted = await tryConsume(limiter, key);
  if (counted.consumedPoints > limiter.points) throw rateLimited(counted);
}

/** The limiter rejects with a result, which is no error, when the limit is reached. */
async function tryConsume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (result) {
    if (result instanceof RateLimiterRes) return result;
    throw new OutageError('the rate limits cannot be counted', { cause: result });
  }
}

function rateLimited(
  counted: RateLimiterRes,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem('rate_limited', { headers, retryAfter: secondsUntil(counted) });
}

function secondsUntil({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

// The table of the limits is no list of identities and networks.
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
