import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './outage.ts';

const attempts = 6;

/**
 * Does a transaction again that PostgreSQL rolled back because it collided with another: a deadlock, or isolation that
 * could not be kept. The last error is thrown on.
 */
export async function retryCollisions<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const code = codeOf(error);
      if ((code !== '40001' && code !== '40P01') || attempt === attempts) throw error;
      // Uneven and growing pauses, so that those who collided once do not collide again.
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}
