import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';

export interface Reader {
  readonly scheme?: 'light' | 'dark';
  /** Of the window, in CSS pixels; 1280 if not given. */
  readonly width?: number;
  readonly javaScript?: boolean;
  /** Other origins that the page may call. */
  readonly mayCall?: readonly string[];
}

export interface Visit {
  readonly page: Page;
  /** Every address that the page asked for, of whatever origin. */
  readonly requests: string[];
  /** What it asked of other origins; it did not get it. */
  readonly foreign: string[];
  /** Errors and warnings of the console, and exceptions that nothing caught. */
  readonly complaints: string[];
  /** What the browser refused for the sake of the page's policy, as `directive: what`. */
  readonly refusals: string[];
  close(): Promise<void>;
}

/** Opens an address as a new reader, who is gone when the test has finished. */
export async function visit(url: string, reader: Reader = {}): Promise<Visit> {
  const visited = await enter(url, reader);
  onTestFinished(visited.close);
  return visited;
}

/** Opens an address as a new reader, who stays for several tests. */
export async function enter(url: string, reader: Reader = {}): Promise<Visit> {
  const context = await (await browser()).newContext(settings(reader));
  context.setDefaultTimeout(patienceMs);
  const heard: Omit<Visit, 'page' | 'close'> = {
    requests: [],
    foreign: [],
    complaints: [],
    refusals: [],
  };
  const origins = [new URL(url).origin, ...(reader.mayCall ?? [])];

  await context.route('**/*', (route) => {
    const asked = route.request().url();
    heard.requests.push(asked);
    if (/^(?:data|blob):/.test(asked) || origins.includes(new URL(asked).origin))
      return route.continue();
    heard.foreign.push(asked);
    return route.abort();
  });
  await context.exposeBinding('reportRefusal', (_source, text: string) => {
    // A library asks whether it may compile code, and does without.
    if (text !== 'script-src: eval') heard.refusals.push(text);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      // Bound above; no type declares it.
      (globalThis as unknown as { reportRefusal(text: string): void }).reportRefusal(
        `${violatedDirective}: ${blockedURI} ${sample}`.trim(),
      );
    });
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.complaints.push(message.text());
  });
  page.on('pageerror', (error) => heard.complaints.push(error.message));
  await page.goto(url);
  return { page, ...heard, close: () => context.close() };
}

function settings({
  scheme = 'light',
  width = 1280,
  javaScript = true,
}: Reader): BrowserContextOptions {
  const viewport = { width, height: 900 };
  // Without motion, pictures and clicks need no wait.
  const reducedMotion = 'reduce';
  return {
    colorScheme: scheme,
    viewport,
    javaScriptEnabled: javaScript,
    reducedMotion,
    locale: 'en-GB',
  };
}

// How fast the machine is must not matter; but less than the time limit of a test, so that the failure says what the test waited for.
const patienceMs = 300_000;

let connected: Promise<Browser> | undefined;

/** The browser of all test files, which ends with the run. */
function browser(): Promise<Browser> {
  const endpoint = inject('browserEndpoint');
  if (endpoint === undefined) throw new Error('There is no browser.');
  connected ??= chromium.connect(endpoint);
  return connected;
}
