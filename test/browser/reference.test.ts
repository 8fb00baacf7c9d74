import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { audit, expectNoErrors } from './support/audit.ts';
import { onService, open, settle } from './support/site.ts';

const url = onService('reference.html');

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  /** Where the reference has it. */
  readonly address: string;
}

const operations: readonly Operation[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, summary, tags }]) => ({
    operationId,
    summary,
    method,
    path,
    address: `#/${tags[0]?.toLowerCase().replaceAll(' ', '-')}/${operationId.toLowerCase()}`,
  })),
);

/** Resolves when the heading is at the top of what is read: below the header of the page, and not far below it. */
async function atTop(page: Page, heading: string): Promise<void> {
  await page.waitForFunction((text) => {
    const found = [...document.querySelectorAll('main h1, main h2, main h3, main h4')].find(
      ({ textContent }) => textContent === text,
    );
    const top = found?.getBoundingClientRect().top;
    return top !== undefined && top >= 48 && top <= 180;
  }, heading);
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await typeIntoSearch(page, text);
}

async function typeIntoSearch(page: Page, text: string): Promise<void> {
  await page.locator('[data-component-name="Search/SearchInput"] input:focus').waitFor();
  await page.keyboard.type(text);
}

/** What the search lists under this title. */
function found(page: Page, title: string): Locator {
  return page.locator('[data-component-name^="Search/"]').getByText(title, { exact: true });
}

test('the document has the operations that are looked for here', () => {
  expect(operations.map(({ operationId }) => operationId)).toEqual([
    'login',
    'generateApiKey',
    'revokeApiKey',
  ]);
});

describe.each(operations)('$operationId', ({ summary, path, address }) => {
  test('is where a link to it leads, and has no error there, wide or narrow, in both schemes', async () => {
    const openIn = async (scheme: 'light' | 'dark') => {
      const visited = await open(url + address, { scheme });
      await atTop(visited.page, summary);
      return visited;
    };
    for (const { complaints, refusals } of await expectNoErrors(openIn, { passes: 20 }))
      expect([...complaints, ...refusals]).toEqual([]);
  });

  test('is found by its summary and by its path, and opened', async () => {
    const { page } = await open(url);
    for (const text of [summary, path]) {
      await search(page, text);
      await found(page, summary).first().click();
      await atTop(page, summary);
      expect(new URL(page.url()).hash.startsWith(address)).toBe(true);
      await page.goBack();
      await settle(page);
    }
  });
});

test('a field of a request is found by its name, and what is found has no error', async () => {
  const openIn = async (scheme: 'light' | 'dark') => {
    const visited = await open(url, { scheme });
    await search(visited.page, 'otp');
    await visited.page.getByText('request fields').first().waitFor();
    return visited;
  };
  await expectNoErrors(openIn, { passes: 20 });
});

test('what is not there is not found', async () => {
  const { page } = await open(url);
  await search(page, 'xyzzyplugh');
  await page.getByText('No results').first().waitFor();
});

test.each([
  ['#/section/failures', 'Failures'],
  ['#/section/limits', 'Limits'],
  ['#/authentication', 'Authentication'],
  ['#/api-keys', 'API keys'],
  ['#/authentication/login#authentication/login/responses', 'Responses'],
])('a link to %s leads there when the page is opened', async (address, heading) => {
  const { page } = await open(url + address);
  await atTop(page, heading);
});

test('links of the menu scroll to their target, and the way back leads back', async () => {
  const { page } = await open(url);
  const menu = page.getByRole('navigation', { name: 'Reference' });
  await menu.getByText('Failures').click();
  await atTop(page, 'Failures');
  await menu.getByText('API keys', { exact: true }).click();
  await atTop(page, 'API keys');
  await menu.getByText('Revoke an API key').click();
  await atTop(page, 'Revoke an API key');
  await page.goBack();
  await atTop(page, 'API keys');
  await page.goBack();
  await atTop(page, 'Failures');
  await page.goForward();
  await atTop(page, 'API keys');
});

test('a narrow window has the menu behind a button, which keys can press', async () => {
  const { page } = await open(url, { width: 360 });
  const button = page.getByRole('button', { name: 'Open navigation menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Reference' }).getByText('Limits').waitFor();
  await settle(page);
  expect((await audit(page)).violations).toEqual([]);
});

test('the search is opened by keys from its place in the order, and left with Escape', async () => {
  const { page } = await open(url);
  await page.getByRole('button', { name: /^Search/ }).focus();
  await page.keyboard.press('Enter');
  await typeIntoSearch(page, 'revoke');
  await page.getByText('to navigate').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('to navigate').waitFor({ state: 'hidden' });
});

test('a scheme that the reader chooses stays, whatever the machine prefers', async () => {
  const { page } = await open(url, { scheme: 'light' });
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await expect.poll(scheme).toBe('dark');
  await page.reload();
  await settle(page);
  expect(await scheme()).toBe('dark');
});

test('without JavaScript the page says where to read on', async () => {
  const { page } = await open(url, { javaScript: false });
  const advice = page.locator('noscript .without-script');
  expect(await advice.isVisible()).toBe(true);
  expect(await advice.textContent()).toContain('The plain reference says the same without.');
});
