import { byId } from '../page/dom.ts';
import { facts } from './facts.ts';
import type { Keys } from './keys.ts';
import type { Outcome } from './outcome.ts';
import { connectStep, type Parts } from './step.ts';

/** Step 3. Revoking again returns the time of the first revocation. */
export function connectRevoke(parts: Parts, keys: Keys): void {
  const { session } = parts;
  const field = byId('revoke-id', HTMLInputElement);

  connectStep(parts, {
    form: 'revoke',
    operation: 'revokeApiKey',
    prepare: (outcome) => {
      const id = field.value.trim();
      if (id === '') return refuse(outcome, 'Enter the id of a key, or use one from the list.');
      // The id becomes part of the URL, and URLs get into logs. A key must not.
      if (session.secrets.part(id).some((part) => part.kind === 'secret'))
        return refuse(
          outcome,
          'This is a secret, not the id of a key, so it was not sent. The id starts with key_.',
        );
      const token = session.accessToken;
      return (client, signal) =>
        client.revokeApiKey(id, { signal, ...(token !== undefined && { accessToken: token }) });
    },
    succeeded: ({ id, revoked_at: at, message }, outcome) => {
      const again = keys.revoked(id, at);
      outcome.say(
        again ? 'It was already revoked: the time is that of the first revocation.' : `${message}.`,
      );
      outcome.show(facts({ id, revoked_at: at }));
    },
  });
}

function refuse(outcome: Outcome, words: string): undefined {
  outcome.refuse('id', words);
}
