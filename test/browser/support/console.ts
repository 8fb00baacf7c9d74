import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { type Reader, visit } from './visit.ts';

/** The console as it is opened from a disk, where the page uses its mock. */
export const fromDisk = pathToFileURL(resolve('dist/docs/console.html')).href;

export type Console = Awaited<ReturnType<typeof openConsole>>;

/** When it is in the page: no hint vanishes and no call times out, however slow the machine, unless the test moves it. */
export const clockAt = Date.UTC(2026, 0, 1, 12);

/** Opens the console, and waits until it has chosen where to send requests. */
export async function openConsole(url: string, reader: Reader = {}) {
  const visited = await visit(url, { clockAt, ...reader });
  const { page } = visited;
  /** Everything that the page said to the console of the browser. */
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.locator('#console[data-purpose]').waitFor();
  return {
    ...visited,
    steps: {
      login: step(page, 'login'),
      generate: step(page, 'generate'),
      revoke: step(page, 'revoke'),
    },
    /** The calls made so far, newest first. */
    journal: page.locator('#journal > li'),
    toast: page.locator('#console-status'),
    said,
  };
}

function step(page: Page, id: string) {
  const form = page.locator(`form#${id}`);
  return {
    form,
    send: async () => {
      await form.locator('button[type=submit]').click();
      await page.locator(`form#${id}[aria-busy=false]`).waitFor();
    },
    alert: form.getByRole('alert'),
    status: form.getByRole('status'),
  };
}

/** The console from a disk, logged in to an account of the mock with the code that it always takes. */
export async function openLoggedIn(): Promise<Console> {
  const opened = await openConsole(fromDisk);
  const { page, steps } = opened;
  await page.getByRole('button', { name: 'Demo with MFA', exact: true }).click();
  await steps.login.send();
  await page.getByRole('button', { name: 'Fill in the code that always works' }).click();
  await steps.login.send();
  return opened;
}
