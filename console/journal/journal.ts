import type { Result } from '../../client/index.ts';
import { byId, element } from '../page/dom.ts';
import type { Secrets } from '../secrets.ts';
import type { Target } from '../target/target.ts';
import { entryOf } from './entry.ts';
import type { Exchange } from './recorder.ts';

/** Every call of the session, newest first: the request, the response, and a curl command. */
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
    // The focused button is gone: keyboard users continue at the title.
    byId('journal-title', HTMLElement).focus();
    say('The journal is empty.');
  });

  return {
    clear,
    add: (exchange, result, target) => {
      // Older entries collapse to make room for the new one.
      for (const open of list.querySelectorAll('details')) open.open = false;
      list.prepend(element('li', {}, entryOf(exchange, result, target, secrets, say)));
      empty.hidden = true;
      clearing.hidden = false;
    },
  };
}
