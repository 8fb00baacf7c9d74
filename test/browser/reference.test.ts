import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { audit } from './support/audit.ts';
import { serveFiles } from './support/serve-files.ts';
import { folder, onService, open, settle } from './support/site.ts';

const url = onService('reference.html');

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.values(item).map(({ operationId, summary }) => ({ operationId, summary, path })),
);

const panel = (page: Page, summary: string) =>
  page.getByRole('group', { name: `${summary}: examples` });
/** The code that a panel shows: the request, then the response. */
const shownCode = (page: Page, summary: string) =>
  panel(page, summary).locator('pre').filter({ visible: true }).allTextContents();

async function chooseExample(page: Page, summary: string, name: string): Promise<void> {
  await panel(page, summary).getByRole('radio', { name }).check();
}

test('a link to an operation leads to its heading', async () => {
  const { page } = await open(`${url}#revokeApiKey`);
  const top = () =>
    page.locator('h3:target').evaluate((heading) => heading.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(120);
  expect(await page.locator('h3:target').textContent()).toBe('Revoke an API key');
});

test('every operation is found by its summary and by its path, and opened with Enter', async () => {
  const { page } = await open(url);
  for (const { operationId, summary, path } of operations)
    for (const text of [summary, path]) {
      await page.keyboard.press('/');
      await page.keyboard.type(text);
      await page
        .locator('dialog.search .hit')
        .first()
        .getByText(summary, { exact: true })
        .waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${url}#${operationId}`);
      await page.goBack();
    }
});

test.each([false, true])(
  'choosing another example changes the request and the response, and the language can be chosen (JavaScript: %s)',
  async (javaScript) => {
    const { page } = await open(url, { javaScript });
    const [request, response] = await shownCode(page, 'Log in');
    expect(request).toMatch(/^curl .*ada@example\.com/s);
    expect(response).toContain('"access_token"');
    await chooseExample(page, 'Log in', 'otp_required');
    const [other, failure, ...more] = await shownCode(page, 'Log in');
    expect(more).toEqual([]);
    expect(other).toMatch(/^curl .*grace@example\.com/s);
    expect(JSON.parse(failure ?? '')).toMatchObject({
      status: { code: 401, reason: 'otp_required' },
    });
    await panel(page, 'Log in').getByRole('radio', { name: 'Python' }).check();
    expect((await shownCode(page, 'Log in'))[0]).toMatch(/^import requests/);
  },
);

test('the chosen language applies to every operation, and stays', async () => {
  const { page } = await open(url);
  await panel(page, 'Log in').getByRole('radio', { name: 'TypeScript' }).check();
  for (const { summary } of operations) {
    const [request] = await shownCode(page, summary);
    expect(request).toMatch(/^import \{ createClient \}/);
  }
  await page.reload();
  await settle(page);
  const [request] = await shownCode(page, 'Revoke an API key');
  expect(request).toMatch(/^import \{ createClient \}/);
});

test('notes for implementers are hidden until the reader wants them, and then stay', async () => {
  const { page } = await open(url);
  const notes = page.locator('.decisions').filter({ visible: true });
  expect(await notes.count()).toBe(0);
  await page.getByLabel('Show notes for implementers').check();
  expect(await notes.count()).toBeGreaterThan(20);
  await page.reload();
  await settle(page);
  expect(await notes.count()).toBeGreaterThan(20);
});

test('the samples have the address of the service that serves them, and on another host that of the contract', async () => {
  const { page } = await open(url);
  const { origin } = new URL(url);
  await page.locator('.base', { hasText: origin }).first().waitFor();
  expect((await shownCode(page, 'Log in'))[0]).toContain(`curl ${origin}/v1/auth/login`);
  const other = await open(`${await serveFiles(folder)}reference.html`);
  expect((await shownCode(other.page, 'Log in'))[0]).toContain(
    'curl http://127.0.0.1:8080/v1/auth/login',
  );
  expect(other.complaints).toEqual([]);
});

test('a button copies the code that is shown', async () => {
  const { page } = await open(url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseExample(page, 'Log in', 'mfa_login');
  await panel(page, 'Log in').getByRole('button', { name: 'Copy the request' }).click();
  await panel(page, 'Log in').getByText('Copied').waitFor();
  const [request] = await shownCode(page, 'Log in');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(request);
});

test('a field is found by its name, with the arrows, and what is not there is not found', async () => {
  const { page } = await open(url);
  await page.keyboard.press('/');
  await page.keyboard.type('idempotency-key');
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('.hit:focus').textContent()).toContain('Idempotency-Key');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}#generateApiKey-parameters-Idempotency-Key`);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('xyzzyplugh');
  await page.getByRole('dialog').getByText('Nothing found.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Reference' }).getByText('Limits').waitFor();
});

test('the search and the notes for implementers have no errors, in both schemes', async () => {
  const { page } = await open(url);
  await page.getByLabel('Show notes for implementers').check();
  await page.keyboard.press('/');
  await page.keyboard.type('otp');
  await page.locator('dialog.search .hit').first().waitFor();
  expect((await audit(page)).violations).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await audit(page, 'colours')).violations).toEqual([]);
});

test('a narrow window has the menu behind a button, which closes after a choice', async () => {
  const { page } = await open(url, { width: 390 });
  const menu = page.getByRole('navigation', { name: 'Reference' });
  const link = menu.getByText('Revoke an API key');
  expect(await link.isVisible()).toBe(false);
  await menu.getByText('Contents').press('Enter');
  await link.waitFor();
  await settle(page);
  expect((await audit(page, 'markup')).violations).toEqual([]);
  await link.click();
  await page.waitForURL(`${url}#revokeApiKey`);
  await link.waitFor({ state: 'hidden' });
});

test('code is never broken within a word: what is too wide scrolls', async () => {
  const { page } = await open(url, { width: 390 });
  const token = page.locator('pre .s', { hasText: 'aat_' }).filter({ visible: true }).first();
  expect(await token.evaluate((element) => element.getClientRects().length)).toBe(1);
  const code = token.locator('xpath=ancestor::pre');
  expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(
    true,
  );
  expect(await code.getAttribute('tabindex')).toBe('0');
});
