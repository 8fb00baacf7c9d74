import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { onService, open, settle } from './support/site.ts';

const url = onService('reference/');
const servers = ['service', 'mock'] as const;

const section = (page: Page, operation: string) => page.locator(`section[id$="/${operation}"]`);
const sampleOf = async (page: Page, operation: string) =>
  (await section(page, operation).locator('pre').first().textContent()) ?? '';

async function chooseLanguage(page: Page, operation: string, name: string): Promise<void> {
  await section(page, operation).getByTestId('client-picker').click();
  await page.getByRole('option', { name }).click();
}

test.each(['login', 'generateApiKey', 'revokeApiKey'])(
  'a link that ends in #%s leads to the operation',
  async (operation) => {
    const { page } = await open(`${url}#${operation}`);
    const top = () =>
      section(page, operation).evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(120);
    await expect.poll(top).toBeGreaterThan(-120);
  },
);

test.each(servers)(
  'the samples in curl run as the reference of the %s prints them, with the token of the reader',
  async (name) => {
    const { page } = await open(`${inject(name)}/docs/reference/#login`);
    const send = async (operation: string) => {
      const { stdout } = await promisify(execFile)('sh', ['-c', await sampleOf(page, operation)]);
      return JSON.parse(stdout);
    };
    const openWithToken = async (operation: string, token: string) => {
      await page.goto(`${inject(name)}/docs/?${operation}`);
      await page.goto(`${inject(name)}/docs/reference/#${operation}`);
      await page.getByPlaceholder('Token').first().fill(token);
      await section(page, operation).locator('pre', { hasText: token }).waitFor();
    };

    const { data } = await send('login');
    await openWithToken('generateApiKey', data.access_token);
    expect((await send('generateApiKey')).data.api_key).toMatch(/^aak_/);
    await openWithToken('revokeApiKey', data.access_token);
    // The id of the example is nobody's.
    expect((await send('revokeApiKey')).status.reason).toBe('key_not_found');
  },
);

test('the samples change with the example and the language, and have the address of the service', async () => {
  const { page } = await open(`${url}#login`);
  expect(await sampleOf(page, 'login')).toContain(`curl ${inject('service')}/v1/auth/login`);
  await section(page, 'login').getByTestId('example-picker').first().click();
  await page.getByRole('option', { name: /with the current code/ }).click();
  await section(page, 'login')
    .locator('pre', { hasText: 'demo-mfa@example.com' })
    .first()
    .waitFor();
  await chooseLanguage(page, 'login', 'TypeScript client');
  expect(await sampleOf(page, 'login')).toContain(`baseUrl: '${inject('service')}'`);
  await chooseLanguage(page, 'login', 'Python requests');
  expect(await sampleOf(page, 'login')).toContain('import requests');
});

test.each(servers)('"Test Request" sends a login to the %s', async (name) => {
  const { page, complaints, foreign, refusals } = await open(
    `${inject(name)}/docs/reference/#login`,
  );
  await sendFromPage(page);
  expect({ complaints, foreign, refusals }).toEqual({ complaints: [], foreign: [], refusals: [] });
});

test('"Test Request" on the page of the service sends a login to the mock', async () => {
  const mock = inject('mock');
  const { page, refusals } = await open(`${url}#login`, { mayCall: [mock] });
  // Only the address differs from that of the service.
  await page.route(`${inject('service')}/docs/reference/openapi.json`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-api-base': mock } });
  });
  await page.reload();
  await settle(page);
  expect(await sampleOf(page, 'login')).toContain(mock);
  await sendFromPage(page);
  expect(refusals).toEqual([]);
});

async function sendFromPage(page: Page): Promise<void> {
  await section(page, 'login')
    .getByRole('button', { name: /Test Request/ })
    .click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('button', { name: /^Send/ }).first().click();
  await dialog
    .getByText(/aat_\w{40}/)
    .first()
    .waitFor();
}

test('secrets are marked, and no link leads to the app of the library', async () => {
  const { page } = await open(`${url}#login`);
  const fields = (await section(page, 'login').textContent()) ?? '';
  // The password and the one-time code.
  expect(fields.split('Secret: keep it out of logs and URLs.')).toHaveLength(3);
  const foreign = page.locator('a[href*="scalar.com"]').filter({ visible: true });
  expect(await foreign.count()).toBe(0);
  await section(page, 'login')
    .getByRole('button', { name: /Test Request/ })
    .click();
  await page.getByRole('button', { name: /^Send/ }).first().waitFor();
  expect(await foreign.count()).toBe(0);
});

test('the search finds an operation, and leads to it', async () => {
  const { page } = await open(url);
  await page
    .getByRole('button', { name: /Search/ })
    .first()
    .click();
  await page.keyboard.type('revoke');
  const found = page.getByRole('option', { name: /Revoke an API key/ }).first();
  await found.click();
  await page.waitForURL(/#.*revokeApiKey/);
});
