// Generates keys with fetch, and trusts every response.
import { options, runJobs } from '../processes/child.ts';
import type { UrlInfo } from './listen.ts';
import { type LoopJob, loop } from './loop.ts';

const { url } = options<UrlInfo>();
const authorization = `Bearer aat_${'0'.repeat(49)}`;
runJobs((job: LoopJob) =>
  loop(job, async () => {
    const response = await fetch(`${url}/v1/security/apikey/generate`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    // The server of the benchmark returns nothing else.
    const { data } = (await response.json()) as { data: { api_key: string } };
    if (!data.api_key.startsWith('aak_')) throw new Error('the response has no API key');
  }),
);
