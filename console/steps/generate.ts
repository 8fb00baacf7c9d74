import { byId, secretValue, valueList } from '../page/dom.ts';
import type { Keys } from './keys.ts';
import { connectStep, type Parts } from './step.ts';

/** Step 2. The page shows the key once, because the service returns it only once. */
export function connectGenerate(parts: Parts, keys: Keys): void {
  const { session, say } = parts;
  const description = byId('generate-description', HTMLInputElement);

  connectStep(parts, {
    form: 'generate',
    operation: 'generateApiKey',
    prepare: () => {
      const request = description.value === '' ? {} : { description: description.value };
      const token = session.accessToken;
      return (client, signal) =>
        client.generateApiKey(request, { signal, ...(token !== undefined && { accessToken: token }) });
    },
    succeeded: (data, outcome) => {
      const { id, description: label = '' } = data;
      if (id !== undefined) keys.add({ id, description: label, revokedAt: undefined });
      outcome.say('The key is generated.');
      outcome.show(
        valueList({
          api_key: secretValue('api_key', data.api_key, say),
          id: data.id,
          created_at: data.created_at,
          note: data.note,
        }),
      );
    },
  });
}
