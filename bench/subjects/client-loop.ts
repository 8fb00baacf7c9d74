// Generates keys with the client of this package.
import { createClient } from '../../client/index.ts';
import { answerQuestions, options } from '../processes/child.ts';
import type { UrlInfo } from './listen.ts';
import { type LoopQuestion, loop } from './loop.ts';

const { url } = options<UrlInfo>();
const client = createClient({ baseUrl: url });
const accessToken = `aat_${'0'.repeat(49)}`;
answerQuestions((question: LoopQuestion) =>
  loop(question, async () => {
    const { api_key: key } = await client.generateApiKey({}, { accessToken });
    if (!key.startsWith('aak_')) throw new Error('that is no key');
  }),
);
