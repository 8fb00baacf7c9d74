import type { Result } from '../client/index.ts';
import { byId, element } from './dom.ts';
import { entryOf } from './entry.ts';
import type { Exchange } from './recorder.ts';
import type { Secrets } from './secrets.ts';
import type { Target } from './target.ts';

/** Every call of the session, newest first: as it was sent, as it was answered, and as a line for a shell. */
export interface Journal {
  add(exchange: Exchange, result: Result<unknown>, target: Target): void;
  clear(): void;
}

export function createJournal(secrets: Secrets, say: (words: string) => void): Journal {
  const list = byId('journal', HTMLOListElement);
  const empty = byId('journal-empty', HTMLElement);
  const clearing = byId('journal-clear', HTMLButtonElement);

  function clear(): void {
    list.replaceChildren();
    empty.hidden = false;
    clearing.hidden = true;
  }

  clearing.addEventListener('click', () => {
    clear();
    // The button is gone, and with it the place of whoever pressed it by the keyboard.
    byId('journal-title', HTMLElement).focus();
    say('The journal is empty.');
  });

  return {
    clear,
    add: (exchange, result, target) => {
      // What was read before makes room for what is new.
      for (const open of list.querySelectorAll('details')) open.open = false;
      list.prepend(element('li', {}, entryOf(exchange, result, target, secrets, say)));
      empty.hidden = true;
      clearing.hidden = false;
    },
  };
}
