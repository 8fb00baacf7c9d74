import { button, byId, element, unseen } from '../page/dom.ts';
import type { Session, SessionKey } from '../session.ts';

/** The list of keys that this session generated. */
export interface Keys {
  add(key: SessionKey): void;
  /** @returns whether this session has already seen this revocation */
  revoked(id: string, at: string): boolean;
}

export function createKeys(session: Session, say: (words: string) => void): Keys {
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
    add: (key) => {
      session.keys.unshift(key);
      field.value = key.id;
      draw();
    },
    revoked: (id, at) => {
      const key = session.keys.find((made) => made.id === id);
      const before = key?.revokedAt;
      if (key === undefined) session.keys.push({ id, description: '', revokedAt: at });
      else key.revokedAt = at;
      draw();
      return before === at;
    },
  };
}
