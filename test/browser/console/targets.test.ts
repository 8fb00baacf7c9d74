import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { type Console, openConsole } from '../support/console.ts';
import { serveFiles } from '../support/serve-files.ts';

const { plain } = demoAccounts;

async function logInAt(address: string, { page, steps }: Console): Promise<void> {
  await page.getByLabel('Another base address').check();
  await page.getByLabel('Base address', { exact: true }).fill(address);
  await page.getByLabel('Identity').fill(plain.identity);
  await page.getByLabel('Password', { exact: true }).fill(plain.password);
  await steps.login.send();
}

test('on a host of static files the page uses its mock, without a failed request to find out', async () => {
  const opened = await openConsole(
    `${await serveFiles('dist/docs', '/somewhere/docs/')}console.html`,
  );
  expect(await opened.page.getByLabel('In this browser').isChecked()).toBe(true);
  await opened.page.getByRole('button', { name: 'Demo', exact: true }).click();
  await opened.steps.login.send();
  expect(await opened.steps.login.status.textContent()).toBe('Logged in as Demo.');
  expect([opened.foreign, opened.complaints, opened.refusals]).toEqual([[], [], []]);
});

test.each([
  ['console.js', 16_000],
  ['mock.js', 27_500],
])('%s has at most %i bytes when it is compressed', async (file, most) => {
  expect(gzipSync(await readFile(`dist/docs/${file}`), { level: 9 }).length).toBeLessThanOrEqual(
    most,
  );
});

test('a service elsewhere is called where it allows it, and otherwise the page says why', async () => {
  const opened = await openConsole(`${await serveFiles('dist/docs', '/docs/')}console.html`);
  const { page, steps, journal } = opened;
  // The test expects a request to the typed address.
  await page.context().unrouteAll();
  await logInAt(`${inject('mock')}/`, opened);
  expect(await steps.login.status.textContent()).toBe('Logged in as Demo.');

  await logInAt(inject('service'), opened);
  expect(await steps.login.alert.textContent()).toMatch(
    /no_response.*A server responds at .*\(CORS\)/,
  );
  expect(await journal.first().locator('pre').nth(1).textContent()).toBe(
    'No response from the server.',
  );

  const closed = await serveFiles('dist/docs');
  await logInAt(closed.replace(/:\d+\/$/, ':1'), opened);
  expect(await steps.login.alert.textContent()).toMatch(/no_response.*No server responds at/);
  expect(opened.refusals).toEqual([]);
});

test('an invalid address is reported next to its field, and nothing is sent', async () => {
  const opened = await openConsole(`${inject('service')}/docs/console.html`);
  const { page, journal } = opened;
  for (const [address, words] of wrong) {
    await logInAt(address, opened);
    const field = page.getByLabel('Base address', { exact: true });
    expect(await page.locator('#target-base-error').textContent()).toMatch(words);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  }
  expect(await journal.count()).toBe(0);
});

const wrong = [
  ['', /Enter a base address/],
  ['nonsense', /start with http/],
  ['ftp://example.com', /start with http/],
  ['http://me:secret@example.com', /not contain a user and password/],
  ['http://example.com/?a', /not contain \?/],
] as const;

test('a demo offers its accounts, and nothing that only a mock understands', async () => {
  const { page, steps } = await openConsole(`${inject('service')}/docs/console.html`);
  await page.getByRole('button', { name: 'Demo with MFA', exact: true }).click();
  await steps.login.send();
  await page.getByRole('button', { name: 'Fill in the current code' }).waitFor();
  expect(
    await page.getByRole('button', { name: 'Fill in the code that always works' }).count(),
  ).toBe(0);
  expect(await page.getByLabel('Response of the mock').first().isVisible()).toBe(false);
});

test('the page of a mock offers its accounts and its responses', async () => {
  const { page, steps } = await openConsole(`${inject('mock')}/docs/console.html`);
  await page.getByRole('button', { name: 'Demo', exact: true }).click();
  await page
    .getByLabel('Response of the mock')
    .first()
    .selectOption('code=429, example=rate_limited');
  await steps.login.send();
  expect(await steps.login.alert.textContent()).toContain('rate_limited');
});
