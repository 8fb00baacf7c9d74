import { byId } from './dom.ts';
import { facts } from './facts.ts';
import type { Keys } from './keys.ts';
import type { Outcome } from './outcome.ts';
import { connectStep, type Parts } from './step.ts';

/** Step 3. Revoking again is answered with the time of the first revocation. */
export function connectRevoke(parts: Parts, keys: Keys): void {
  const { session } = parts;
  const field = byId('revoke-id', HTMLInputElement);

  connectStep(parts, {
    form: 'revoke',
    operation: 'revokeApiKey',
    ask: (outcome) => {
      const id = field.value.trim();
      if (id === '') return refuse(outcome, 'Type the id of a key, or use one from the list.');
      // Addresses end up in logs, and a key must not.
      if (session.secrets.part(id).some((part) => part.kind === 'secret'))
        return refuse(
          outcome,
          'This is a secret, not the id of a key. It was not sent: the id begins with key_.',
        );
      const token = session.accessToken;
      return (client, signal) =>
        client.revokeApiKey(id, { signal, ...(token !== undefined && { accessToken: token }) });
    },
    succeeded: ({ id, revoked_at: at, message }, outcome) => {
      const again = keys.revoked(id, at);
      outcome.say(
        again ? 'It was revoked before: the time is still that of the first revocation.' : `${message}.`,
      );
      outcome.show(facts({ id, revoked_at: at }));
    },
  });
}

function refuse(outcome: Outcome, words: string): undefined {
  outcome.refuse('id', words);
}
