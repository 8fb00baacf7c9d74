import { byId } from '../page/dom.ts';

type Mock = typeof import('./mock.ts');

declare global {
  // Set by `mock.js`, a separate script that only loads when the reader uses the mock.
  var accountAccessMock: Mock | undefined;
}

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
  // The page names the file in a template, so no script address is ever built here. A module would not load from a disk.
  const script = document.importNode(
    byId('mock-script', HTMLTemplateElement).content,
    true,
  ).firstElementChild;
  if (!(script instanceof HTMLScriptElement)) throw new Error('the page has no script of the mock');
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  if (globalThis.accountAccessMock === undefined) throw new Error(`${script.src} is not the mock`);
  const { start, ...rest } = globalThis.accountAccessMock;
  return { ...rest, ...start() };
}

/** Resets the mock, if it is running. */
export async function resetMock(): Promise<void> {
  (await loading)?.reset();
}
