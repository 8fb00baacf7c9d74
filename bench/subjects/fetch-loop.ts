// Generates keys with fetch, as one would who trusts every answer.
import { answerQuestions, options } from '../processes/child.ts';
import type { UrlInfo } from './listen.ts';
import { type LoopQuestion, loop } from './loop.ts';

const { url } = options<UrlInfo>();
const authorization = `Bearer aat_${'0'.repeat(49)}`;
answerQuestions((question: LoopQuestion) =>
  loop(question, async () => {
    const response = await fetch(`${url}/v1/security/apikey/generate`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    // The server of the benchmark answers with nothing else.
    const { data } = (await response.json()) as { data: { api_key: string } };
    if (!data.api_key.startsWith('aak_')) throw new Error('that is no key');
  }),
);
