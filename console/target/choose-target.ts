import { byId, loadScript } from '../page/dom.ts';
import type { Session } from '../session.ts';
import {
  fetchPlainly,
  findService,
  mockBaseUrl,
  type Purpose,
  readBaseUrl,
  type Served,
  type Target,
} from './target.ts';

declare global {
  // Set by `mock.js`, a separate script that only loads when the reader uses the mock.
  var accountAccessMock: Mock | undefined;
}

type Kind = Target['kind'];

export type TargetChoice = ReturnType<typeof chooseTarget>;

/** Where requests go: the reader's choice, or by default the server of this page or the mock. */
export function chooseTarget(session: Session, say: (words: string) => void) {
  const radios: Readonly<Record<Kind, HTMLInputElement>> = {
    mock: byId('target-mock', HTMLInputElement),
    here: byId('target-here', HTMLInputElement),
    other: byId('target-other', HTMLInputElement),
  };
  const base = byId('target-base', HTMLInputElement);
  const baseField = byId('target-base-field', HTMLElement);
  const error = byId('target-base-error', HTMLElement);
  const listeners: ((kind: Kind, purpose: Purpose | undefined) => void)[] = [];
  // By default the parent of the folder of the docs.
  let here: Served = {
    baseUrl: new URL('..', location.href).href.replace(/\/$/, ''),
    purpose: undefined,
  };

  const kind = () => (radios.mock.checked ? 'mock' : radios.here.checked ? 'here' : 'other');

  function complain(words: string): void {
    error.textContent = words;
    if (words === '') base.removeAttribute('aria-invalid');
    else base.setAttribute('aria-invalid', 'true');
  }

  function changed(): void {
    // The credentials of one service must not go to another.
    session.forget();
    complain('');
    baseField.hidden = kind() !== 'other';
    const purposes = { mock: 'mock', here: here.purpose, other: undefined } as const;
    for (const listener of listeners) listener(kind(), purposes[kind()]);
  }

  async function begin(): Promise<void> {
    const served = location.protocol === 'file:' ? undefined : await findService(location.href);
    if (served !== undefined) here = served;
    radios.here.disabled = location.protocol === 'file:';
    byId('target-here-hint', HTMLElement).textContent = radios.here.disabled
      ? 'Only available when a running service serves these docs.'
      : here.baseUrl;
    // Without a service, the mock: it always works.
    radios[served === undefined ? 'mock' : 'here'].checked = true;
    for (const radio of Object.values(radios)) radio.addEventListener('change', changed);
    base.addEventListener('input', changed);
    changed();
  }

  let begun: Promise<void> | undefined;
  byId('target', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());

  return {
    /** `undefined` when there is none yet: the page then says what to do. */
    target: async (): Promise<Target | undefined> => {
      await begun;
      switch (kind()) {
        case 'here':
          return { kind: 'here', baseUrl: here.baseUrl, fetch: fetchPlainly };
        case 'mock':
          try {
            return { kind: 'mock', baseUrl: mockBaseUrl, fetch: (await loadMock()).fetch };
          } catch {
            say(
              'The mock could not be loaded. Its file, mock.js, must be in the same folder as this page.',
            );
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
    /** Calls the listener with every choice, and with what is there, if it is no service for real accounts. */
    onChoice: (listener: (kind: Kind, purpose: Purpose | undefined) => void) => {
      listeners.push(listener);
    },
    /** Makes the first choice. Call it after every `onChoice`. */
    begin: () => {
      begun = begin();
    },
  };
}

type Mock = typeof import('./mock.ts');

export type RunningMock = Omit<Mock, 'start'> & ReturnType<Mock['start']>;

let loading: Promise<RunningMock> | undefined;

/** Starts the mock, once per page. @throws Error when its file does not load */
export function loadMock(): Promise<RunningMock> {
  loading ??= load().catch((cause) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function load(): Promise<RunningMock> {
  await loadScript('mock-script');
  if (globalThis.accountAccessMock === undefined) throw new Error('the page loads no mock');
  const { start, ...rest } = globalThis.accountAccessMock;
  return { ...rest, ...start() };
}

export async function resetMock(): Promise<void> {
  (await loading)?.reset();
}
