import { byId } from './dom.ts';
import { findService } from './find-service.ts';
import { loadMock } from './load-mock.ts';
import type { Session } from './session.ts';
import { baseOf, fetchPlainly, mockBaseUrl, readBaseUrl, type Target } from './target.ts';

type Kind = Target['kind'];

/** Where requests go: chosen by the reader, and before that by where the page came from. */
export interface TargetChoice {
  /** `undefined` when there is none yet, and the reader was told what to do. */
  readonly target: () => Promise<Target | undefined>;
  /** Called with every choice, once it is made. */
  onChoice(listener: (kind: Kind) => void): void;
  /** Makes the first choice, when everybody listens. */
  begin(): void;
}

export function chooseTarget(session: Session, say: (words: string) => void): TargetChoice {
  const radios: Readonly<Record<Kind, HTMLInputElement>> = {
    mock: byId('target-mock', HTMLInputElement),
    here: byId('target-here', HTMLInputElement),
    other: byId('target-other', HTMLInputElement),
  };
  const base = byId('target-base', HTMLInputElement);
  const baseField = byId('target-base-field', HTMLElement);
  const error = byId('target-base-error', HTMLElement);
  const listeners: ((kind: Kind) => void)[] = [];
  let here = baseOf(location.href);

  const kind = () => (radios.mock.checked ? 'mock' : radios.here.checked ? 'here' : 'other');

  function complain(words: string): void {
    error.textContent = words;
    if (words === '') base.removeAttribute('aria-invalid');
    else base.setAttribute('aria-invalid', 'true');
  }

  function changed(): void {
    // What was proved to one service is not for another.
    session.forget();
    complain('');
    baseField.hidden = kind() !== 'other';
    for (const listener of listeners) listener(kind());
  }

  async function begin(): Promise<void> {
    const served = location.protocol === 'file:' ? undefined : await findService(location.href);
    if (served !== undefined) here = served;
    radios.here.disabled = location.protocol === 'file:';
    byId('target-here-hint', HTMLElement).textContent = radios.here.disabled
      ? 'Only where the docs came from a running service, not from a file.'
      : here;
    // Where nobody serves the API, the choice that always works.
    radios[served === undefined ? 'mock' : 'here'].checked = true;
    for (const radio of Object.values(radios)) radio.addEventListener('change', changed);
    base.addEventListener('input', changed);
    changed();
  }

  let begun: Promise<void> | undefined;
  byId('target', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());

  return {
    target: async () => {
      await begun;
      switch (kind()) {
        case 'here':
          return { kind: 'here', baseUrl: here, fetch: fetchPlainly };
        case 'mock':
          try {
            return { kind: 'mock', baseUrl: mockBaseUrl, fetch: (await loadMock()).fetch };
          } catch {
            say('The mock could not be loaded. Its file, mock.js, must be beside this page.');
            return undefined;
          }
        case 'other':
          try {
            return { kind: 'other', baseUrl: readBaseUrl(base.value), fetch: fetchPlainly };
          } catch (cause) {
            complain(cause instanceof Error ? cause.message : String(cause));
            base.focus();
            return undefined;
          }
      }
    },
    onChoice: (listener) => {
      listeners.push(listener);
    },
    begin: () => {
      begun = begin();
    },
  };
}
