import { byId } from './dom.ts';
import { facts, secretFact } from './facts.ts';
import type { Keys } from './keys.ts';
import { connectStep, type Parts } from './step.ts';

/** Step 2. The key is shown here this once, as the contract has it. */
export function connectGenerate(parts: Parts, keys: Keys): void {
  const { session, say } = parts;
  const description = byId('generate-description', HTMLInputElement);

  connectStep(parts, {
    form: 'generate',
    operation: 'generateApiKey',
    ask: () => {
      const request = description.value === '' ? {} : { description: description.value };
      const token = session.accessToken;
      return (client, signal) =>
        client.generateApiKey(request, { signal, ...(token !== undefined && { accessToken: token }) });
    },
    succeeded: (data, outcome) => {
      keys.add({ id: data.id, description: data.description, revokedAt: undefined });
      outcome.say('The key is generated.');
      outcome.show(
        facts({
          api_key: secretFact('api_key', data.api_key, say),
          id: data.id,
          created_at: data.created_at,
          note: data.note,
        }),
      );
    },
  });
}
