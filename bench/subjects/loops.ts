// The bare work that a benchmark compares with, in a loop: no server, no validation.
import { hash, verify } from '@node-rs/argon2';
import { passwordCost } from '../../server/security/passwords.ts';
import { options, runJobs } from '../processes/child.ts';
import { type CommitOptions, openCommits } from './commit-row.ts';

export type LoopOptions =
  | { readonly loop: 'argon2' }
  | { readonly loop: 'commits'; readonly commits: CommitOptions };

const given = options<LoopOptions>();
const work = given.loop === 'argon2' ? await verifyPassword() : await openCommits(given.commits);
runJobs((job: LoopJob) => loop(job, work));

/** At the cost that the service uses. */
async function verifyPassword(): Promise<() => Promise<boolean>> {
  const password = 'a password like any other';
  const stored = await hash(password, passwordCost);
  return () => verify(stored, password);
}

/** How long a script repeats the same work, and how many times at once. */
export interface LoopJob {
  readonly ms: number;
  readonly atOnce: number;
}

export type LoopResult = Awaited<ReturnType<typeof loop>>;

async function loop({ ms, atOnce }: LoopJob, work: () => Promise<unknown>) {
  const begin = performance.now();
  let count = 0;
  const workOn = async () => {
    while (performance.now() < begin + ms) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  // Until the last one ended.
  return { count, ms: performance.now() - begin };
}
