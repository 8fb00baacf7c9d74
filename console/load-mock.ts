import { byId } from './dom.ts';

type Mock = typeof import('./mock.ts');

declare global {
  // What `mock.js` leaves behind: it is a script of its own, so that pages that do not use it do not load it.
  var accountAccessMock: Mock | undefined;
}

export type RunningMock = Omit<Mock, 'start'> & ReturnType<Mock['start']>;

let loading: Promise<RunningMock> | undefined;

/** The mock, started once a page. @throws Error when its file cannot be had. */
export function loadMock(): Promise<RunningMock> {
  loading ??= load().catch((cause) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function load(): Promise<RunningMock> {
  // The page names the file, in a template: no address is ever made into a script here. A module would not load from a disk.
  const script = document.importNode(
    byId('mock-script', HTMLTemplateElement).content,
    true,
  ).firstElementChild;
  if (!(script instanceof HTMLScriptElement)) throw new Error('the page names no mock');
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  if (globalThis.accountAccessMock === undefined) throw new Error(`${script.src} is not the mock`);
  const { start, ...rest } = globalThis.accountAccessMock;
  return { ...rest, ...start() };
}

/** Puts the mock back to its start, if it was started. */
export async function resetMock(): Promise<void> {
  (await loading)?.reset();
}
