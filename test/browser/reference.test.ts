import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { onService, open, settle } from './support/site.ts';
import { enter, type Visit } from './support/visit.ts';

const section = (page: Page, operation: string) => page.locator(`section[id$="/${operation}"]`);
const samplesOf = (page: Page, operation: string) => section(page, operation).locator('pre');
const sampleOf = async (page: Page, operation: string) =>
  (await samplesOf(page, operation).first().textContent()) ?? '';

test('on the mock, a link that ends in the name of an operation leads to it, and its requests go to the mock', async () => {
  const { page, foreign, complaints, refusals } = await open(
    `${inject('mock')}/docs/reference/#login`,
  );
  const top = () =>
    section(page, 'login').evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(120);
  await expect.poll(top).toBeGreaterThan(-120);
  expect(await sampleOf(page, 'login')).toContain(`curl ${inject('mock')}/v1/auth/login`);
  await testRequest(page);
  expect({ foreign, complaints, refusals }).toEqual({ foreign: [], complaints: [], refusals: [] });
});

// To draw the reference takes seconds of processor time: these share a page, as a reader stays on it.
describe('on the service', () => {
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await enter(onService(''));
    page = visited.page;
    await inBar(page, 'API reference').click();
    await page.getByRole('link', { name: 'Log in' }).first().click();
    await page.waitForURL(/#tag\/authentication\/login$/);
    await settle(page);
  });

  afterAll(() => visited?.close());

  test('secrets are marked', async () => {
    const fields = (await section(page, 'login').textContent()) ?? '';
    // The password and the one-time code.
    expect(fields.split('Secret: keep it out of logs and URLs.')).toHaveLength(3);
  });

  test('the samples in curl run as the reference prints them, with the token of the reader', async () => {
    const send = async (operation: string) => {
      const { stdout } = await promisify(execFile)('sh', ['-c', await sampleOf(page, operation)]);
      return JSON.parse(stdout);
    };
    expect(await sampleOf(page, 'login')).toContain(`curl ${inject('service')}/v1/auth/login`);
    const { data } = await send('login');
    await page.getByPlaceholder('Token').first().fill(data.access_token);
    await page.getByRole('link', { name: 'API keys' }).first().click();
    for (const operation of ['generateApiKey', 'revokeApiKey']) {
      await section(page, operation).scrollIntoViewIfNeeded();
      await samplesOf(page, operation).filter({ hasText: data.access_token }).first().waitFor();
    }
    expect((await send('generateApiKey')).data.api_key).toMatch(/^aak_/);
    // The id of the example is nobody's.
    expect((await send('revokeApiKey')).status.reason).toBe('key_not_found');
  });

  test('"Test Request" sends a login, and no link leads to the app of the library', async () => {
    const dialog = await testRequest(page);
    const foreign = page.locator('a[href*="scalar.com"]').filter({ visible: true });
    expect(await foreign.count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await foreign.count()).toBe(0);
  });

  test('the samples change with the example and the language', async () => {
    await section(page, 'login').getByTestId('example-picker').first().click();
    await page.getByRole('option', { name: /with the current code/ }).click();
    await samplesOf(page, 'login').filter({ hasText: 'demo-mfa@example.com' }).first().waitFor();
    await chooseLanguage(page, 'TypeScript client');
    expect(await sampleOf(page, 'login')).toContain(`baseUrl: '${inject('service')}'`);
    await chooseLanguage(page, 'Python requests');
    expect(await sampleOf(page, 'login')).toContain('import requests');
  });

  test('the search finds an operation, and leads to it', async () => {
    await page
      .getByRole('button', { name: /Search/ })
      .last()
      .click();
    await page.keyboard.type('revoke');
    await page
      .getByRole('option', { name: /Revoke an API key/ })
      .first()
      .click();
    await page.waitForURL(/#.*revokeApiKey/);
  });

  test('a reader gets back to the guides, and the pages asked nobody else', async () => {
    await inBar(page, 'Run').click();
    await page.getByRole('heading', { level: 1, name: 'Deploy' }).waitFor();
    const { foreign, complaints, refusals } = visited;
    expect({ foreign, complaints, refusals }).toEqual({
      foreign: [],
      complaints: [],
      refusals: [],
    });
  });
});

function inBar(page: Page, text: string) {
  return page.getByRole('navigation', { name: 'Main Navigation' }).getByText(text);
}

/** Sends a login from the page, and waits for the token. */
async function testRequest(page: Page): Promise<Locator> {
  await section(page, 'login')
    .getByRole('button', { name: /Test Request/ })
    .click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('button', { name: /^Send/ }).first().click();
  await dialog
    .getByText(/aat_\w{40}/)
    .first()
    .waitFor();
  return dialog;
}

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await section(page, 'login').getByTestId('client-picker').click();
  await page.getByRole('option', { name }).click();
}
