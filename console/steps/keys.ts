import { button, byId, element, secretValue, unseen, valueList } from '../page/dom.ts';
import type { Session, SessionKey } from '../session.ts';
import { connectStep, type Parts } from './step.ts';

export type Keys = ReturnType<typeof createKeys>;

export function createKeys(session: Session, say: (words: string) => void) {
  const list = byId('keys', HTMLUListElement);
  const field = byId('revoke-id', HTMLInputElement);

  function draw(): void {
    list.replaceChildren(...session.keys.map(item));
    list.hidden = session.keys.length === 0;
  }

  function item(key: SessionKey): HTMLElement {
    const choose = button(
      { class: 'small' },
      () => {
        field.value = key.id;
        say(`The id ${key.id} is in the field.`);
      },
      'Use',
      unseen(` ${key.id}`),
    );
    return element(
      'li',
      {},
      element('code', {}, key.id),
      element('span', {}, key.description === '' ? 'without a description' : key.description),
      element(
        'span',
        { class: 'state' },
        key.revokedAt === undefined ? 'active' : `revoked at ${key.revokedAt}`,
      ),
      choose,
    );
  }

  session.onForget(draw);
  return {
    add: (key: SessionKey) => {
      session.keys.unshift(key);
      field.value = key.id;
      draw();
    },
    /** @returns whether this session has already seen this revocation */
    revoked: (id: string, at: string): boolean => {
      const key = session.keys.find((made) => made.id === id);
      const before = key?.revokedAt;
      if (key === undefined) session.keys.push({ id, description: '', revokedAt: at });
      else key.revokedAt = at;
      draw();
      return before === at;
    },
  };
}

/** Step 2. The page shows the key once, because the service returns it only once. */
export function connectGenerate(parts: Parts, keys: Keys): void {
  const { session, say } = parts;
  const description = byId('generate-description', HTMLInputElement);

  connectStep(parts, {
    form: 'generate',
    operation: 'generateApiKey',
    prepare: () => {
      const request = description.value === '' ? {} : { description: description.value };
      const { caller } = session;
      return (client, signal) => client.generateApiKey(request, { signal, ...caller });
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

/** Step 3. Revoking again returns the time of the first revocation. */
export function connectRevoke(parts: Parts, keys: Keys): void {
  const { session } = parts;
  const field = byId('revoke-id', HTMLInputElement);

  connectStep(parts, {
    form: 'revoke',
    operation: 'revokeApiKey',
    prepare: (outcome) => {
      const id = field.value.trim();
      if (id === '')
        return outcome.refuse('id', 'Enter the id of a key, or use one from the list.');
      // The id becomes part of the URL, and URLs get into logs. A key must not.
      if (session.secrets.part(id).some((part) => part.kind === 'secret'))
        return outcome.refuse(
          'id',
          'This is a secret, not the id of a key, so it was not sent. The id starts with key_.',
        );
      const { caller } = session;
      return (client, signal) => client.revokeApiKey(id, { signal, ...caller });
    },
    succeeded: ({ id = '', revoked_at: at = '', message = 'API key revoked' }, outcome) => {
      const again = keys.revoked(id, at);
      outcome.say(
        again ? 'It was already revoked: the time is that of the first revocation.' : `${message}.`,
      );
      outcome.show(valueList({ id, revoked_at: at }));
    },
  });
}
