// Generates keys with the client of this package.
import { createClient } from 'account-access/client';
import { options, runJobs } from '../processes/child.ts';
import type { UrlInfo } from './listen.ts';
import { type LoopJob, loop } from './loop.ts';

const { url } = options<UrlInfo>();
const client = createClient({ baseUrl: url });
const accessToken = `aat_${'0'.repeat(49)}`;
runJobs((job: LoopJob) =>
  loop(job, async () => {
    const { api_key: key } = await client.generateApiKey({}, { accessToken });
    if (!key.startsWith('aak_')) throw new Error('the response has no API key');
  }),
);
