// The bare work that a benchmark compares with, in a loop: no server, no validation.
import { hash, verify } from '@node-rs/argon2';
import { createClient } from 'account-access/client';
import { passwordCost } from '../../server/security/passwords/password-cost.ts';
import { options, runJobs } from '../processes/child.ts';
import type { UrlInfo } from './canned-responses.ts';
import { type CommitOptions, openCommits } from './commit-row.ts';

export type LoopOptions =
  | { readonly loop: 'argon2' }
  | { readonly loop: 'commits'; readonly commits: CommitOptions }
  | ({ readonly loop: 'client' | 'fetch' } & UrlInfo);

const accessToken = `aat_${'0'.repeat(49)}`;
const given = options<LoopOptions>();
const work = await open(given);
runJobs((job: LoopJob) => loop(job, work));

async function open(given: LoopOptions): Promise<() => Promise<unknown>> {
  if (given.loop === 'argon2') return verifyPassword();
  if (given.loop === 'commits') return openCommits(given.commits);
  return given.loop === 'client' ? generateWithClient(given) : generateWithFetch(given);
}

/** At the cost that the service uses. */
async function verifyPassword(): Promise<() => Promise<boolean>> {
  const password = 'a password like any other';
  const stored = await hash(password, passwordCost);
  return () => verify(stored, password);
}

function generateWithClient({ url }: UrlInfo): () => Promise<void> {
  const client = createClient({ baseUrl: url });
  return async () => {
    const { api_key: key } = await client.generateApiKey({}, { accessToken });
    if (!key.startsWith('aak_')) throw new Error('the response has no API key');
  };
}

/** Trusts every response. */
function generateWithFetch({ url }: UrlInfo): () => Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  return async () => {
    const init = { method: 'POST', headers, body: '{}' };
    const response = await fetch(`${url}/v1/security/apikey/generate`, init);
    // The server of the benchmark returns nothing else.
    const { data } = (await response.json()) as { data: { api_key: string } };
    if (!data.api_key.startsWith('aak_')) throw new Error('the response has no API key');
  };
}

/** How long a script repeats the same work, and how many times at once. */
export interface LoopJob {
  readonly ms: number;
  readonly atOnce: number;
}

export interface LoopResult {
  readonly count: number;
  /** The time until the last one ended. */
  readonly ms: number;
}

async function loop({ ms, atOnce }: LoopJob, work: () => Promise<unknown>): Promise<LoopResult> {
  const begin = performance.now();
  let count = 0;
  const workOn = async () => {
    while (performance.now() < begin + ms) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  return { count, ms: performance.now() - begin };
}
