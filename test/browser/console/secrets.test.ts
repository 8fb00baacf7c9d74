import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { type Console, fromDisk, openConsole, openLoggedIn } from '../support/console.ts';

const { mfa } = demoAccounts;

/** All that the page holds for eyes, ears and other scripts: its elements, what is read out, and where things are kept. */
async function everythingIn({ page, said }: Console): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  // Without the browser's own numbers for its nodes, any of which might look like a code.
  const texts = JSON.stringify(nodes, (name, value) => (/ids?$/i.test(name) ? undefined : value));
  const kept = await page.evaluate(async () => [
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      await indexedDB.databases(),
    ]),
    document.cookie,
    location.href,
    document.title,
    document.documentElement.outerHTML,
    ...[...document.querySelectorAll('input')].map(({ type, value }) =>
      type === 'password' ? '' : value,
    ),
  ]);
  return [texts, ...kept, ...said].join('\n');
}

/**
 * The names of what is found in the page, so that a failed test shows no secret. Six digits are found only where they stand
 * alone: by chance they are part of a trace id.
 */
async function foundIn(
  opened: Console,
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const everything = await everythingIn(opened);
  return Object.entries(texts).flatMap(([name, text]) =>
    (
      /^\d{6}$/.test(text)
        ? new RegExp(`(?<!\\w)${text}(?!\\w)`).test(everything)
        : everything.includes(text)
    )
      ? [name]
      : [],
  );
}

function listen(page: Page): Promise<string>[] {
  const responses: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/v1/')) responses.push(response.text());
  });
  return responses;
}

test('no secret is anywhere in the page until somebody asks to see it, and then only there', async () => {
  const opened = await openConsole(`${inject('service')}/docs/console.html`);
  const { page, steps, journal } = opened;
  const responses = listen(page);
  // Neither time nor chance can change it.
  const [otp = ''] = mfa.mfa.recoveryCodes;
  await page.getByLabel('Identity').fill(mfa.identity);
  await page.getByLabel('Password', { exact: true }).fill(mfa.password);
  await steps.login.send();
  await page.getByLabel('One-time code', { exact: true }).fill(otp);
  await steps.login.send();
  await steps.generate.send();
  await steps.revoke.send();

  const [, login = '', generated = ''] = await Promise.all(responses);
  const { access_token: token } = JSON.parse(login).data;
  const { api_key: key, key_prefix: prefix } = JSON.parse(generated).data;
  // What is no secret is found, so the search can find.
  expect(await foundIn(opened, { prefix, password: mfa.password, otp, token, key })).toEqual([
    'prefix',
  ]);

  const entry = journal.nth(1);
  await entry.locator('summary').click();
  const show = entry.getByRole('button', { name: 'Show api_key' });
  await show.click();
  expect(await show.getAttribute('aria-pressed')).toBe('true');
  expect(await foundIn(opened, { password: mfa.password, otp, token, key })).toEqual(['key']);
  expect((await page.locator('#generate').textContent())?.includes(key)).toBe(false);
  await show.click();
  expect(await foundIn(opened, { key })).toEqual([]);
});

test('a secret is hidden too in a response that was cut short', async () => {
  const opened = await openConsole(fromDisk);
  const { page, steps, journal } = opened;
  await page.getByRole('button', { name: 'Demo', exact: true }).click();
  await page.locator('#login-prefer').selectOption('scenario=truncated');
  await steps.login.send();
  expect(await steps.login.alert.textContent()).toContain('unexpected_response');
  const response = journal.first().locator('pre').nth(1);
  expect(await response.textContent()).not.toMatch(/aat_/);
  await response.getByRole('button').first().click();
  expect(await response.textContent()).toMatch(/"access_token":"aat_/);
});

test('what is typed is shown on request, and hidden again when it is sent', async () => {
  const { page, steps } = await openConsole(fromDisk);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('typed by hand');
  expect(await field.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await field.getAttribute('type')).toBe('text');
  await steps.login.send();
  expect(await field.getAttribute('type')).toBe('password');
});

test('a secret is copied without being shown, and the page says when it cannot be', async () => {
  const opened = await openLoggedIn();
  const { page, steps, toast } = opened;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await steps.generate.send();
  const copy = page.getByRole('button', { name: 'Copy api_key' });
  await copy.click();
  await expect.poll(() => toast.textContent()).toBe('Copied api_key.');
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^aak_[0-9A-Za-z]{49}$/);
  expect(await foundIn(opened, { key, code: '000000' })).toEqual([]);

  // As browsers have it for pages that came over plain HTTP, and then for those that may not copy at all.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.clock.runFor(6000);
  expect(await toast.textContent()).toBe('');
  await copy.click();
  await expect.poll(() => toast.textContent()).toBe('Copied api_key.');
  expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await copy.click();
  await expect
    .poll(() => toast.textContent())
    .toMatch(/does not let this page copy\. Show api_key/);
});

test('everything is forgotten on demand, with the target, and with the page', async () => {
  const opened = await openConsole(fromDisk);
  const { page, steps, journal, toast } = opened;
  const forgetting = [
    async () => page.getByRole('button', { name: 'Forget everything' }).click(),
    async () => {
      await page.getByLabel('Another base address').check();
      await page.getByLabel('In this browser').check();
    },
    async () => {
      await page.goto('about:blank');
      await page.goBack();
      await page.locator('#demo-accounts button').first().waitFor();
    },
  ];
  for (const forget of forgetting) {
    await page.getByRole('button', { name: 'Demo', exact: true }).click();
    await steps.login.send();
    await steps.generate.send();
    await page.getByLabel('Password', { exact: true }).fill('the next password');
    await forget();
    expect(await journal.count()).toBe(0);
    expect(await page.locator('.values, #keys li').count()).toBe(0);
    expect(
      await page
        .locator('input:not([type=radio])')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join('')),
    ).toBe('');
    await steps.generate.send();
    expect(await steps.generate.alert.textContent()).toContain('token_missing');
  }
  expect(await toast.count()).toBe(1);
});

test('a response that comes after everything was forgotten is ignored', async () => {
  const { page, steps, journal } = await openConsole(fromDisk);
  await page.getByRole('button', { name: 'Demo', exact: true }).click();
  await page.locator('#login-prefer').selectOption('scenario=slow');
  await steps.login.form.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Forget everything' }).click();
  await page.locator('form#login[aria-busy=false]').waitFor();
  await page.clock.runFor(5000);
  expect(await journal.count()).toBe(0);
  expect(await steps.login.status.textContent()).toBe('');
});

test('what was forgotten before it was sent is not sent', async () => {
  const { page, steps, journal } = await openConsole(fromDisk);
  await page.getByRole('button', { name: 'Demo', exact: true }).click();
  // In one turn, so that the step has not found its target yet.
  await page.evaluate(() => {
    document.querySelector<HTMLButtonElement>('#login button[type=submit]')?.click();
    document.querySelector<HTMLButtonElement>('#forget')?.click();
  });
  await page.locator('form#login[aria-busy=false]').waitFor();
  expect(await journal.count()).toBe(0);
  await steps.generate.send();
  expect(await steps.generate.alert.textContent()).toContain('token_missing');
});
