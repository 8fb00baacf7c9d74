import { expect, inject, test } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { currentTotpCode } from '../../../server/security/one-time-codes.ts';
import { clockAt, fromDisk, openConsole, openLoggedIn } from '../support/console.ts';
import { visit } from '../support/visit.ts';

const { plain, mfa } = demoAccounts;

test('from a disk, a reader logs in with a code, generates a key and revokes it twice', async () => {
  const opened = await openConsole(fromDisk);
  const { page, steps, journal } = opened;
  await page.getByRole('button', { name: 'Demo with MFA', exact: true }).click();
  await expect.poll(() => page.getByLabel('Identity').inputValue()).toBe(mfa.identity);
  await steps.login.send();

  expect(await steps.login.alert.textContent()).toMatch(/^401 One-time code required otp_required/);
  const code = page.getByLabel('One-time code', { exact: true });
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
  // Nothing is filled in that nobody asked for.
  expect(await code.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Fill in the current code' }).click();
  expect(await code.inputValue()).toBe(currentTotpCode(mfa.mfa.totpSecret, clockAt));
  await page.keyboard.press('Enter');
  await expect.poll(() => steps.login.status.textContent()).toBe(`Logged in as ${mfa.nickname}.`);

  await page.getByLabel('Description').fill('Nightly build');
  await steps.generate.send();
  const id = await page.getByLabel('Id of the key').inputValue();
  expect(id).toMatch(/^key_[0-9A-Za-z]{22}$/);
  expect(await page.locator('#keys').textContent()).toMatch(new RegExp(`${id}Nightly buildactive`));

  await steps.revoke.send();
  const revokedAt = await page.locator('#revoke .values dd').last().textContent();
  await steps.revoke.send();
  expect(await steps.revoke.status.textContent()).toMatch(/is that of the first/);
  expect(await page.locator('#revoke .values dd').last().textContent()).toBe(revokedAt);
  expect(await page.locator('#keys').textContent()).toContain(`revoked at ${revokedAt}`);

  expect(await journal.count()).toBe(5);
  expect(await journal.first().textContent()).toMatch(
    /^DELETE \/v1\/security\/apikey\/key_\w+ 200/,
  );
  expect([opened.foreign, opened.complaints, opened.refusals]).toEqual([[], [], []]);
});

test('every region that is read out when it changes is there before it does', async () => {
  const { page } = await openConsole(fromDisk);
  // By their roles only what is not hidden is found: what appears together with its text is not read out.
  expect(await page.locator('main').getByRole('status').count()).toBe(4);
  expect(await page.locator('main').getByRole('alert').count()).toBe(3);
});

test('from the service, the console calls the service', async () => {
  const service = inject('service');
  const opened = await openConsole(`${service}/docs/console.html`);
  const { page, steps, journal } = opened;
  expect(await page.getByLabel('This server').isChecked()).toBe(true);
  expect(await page.locator('#demo').isVisible()).toBe(true);
  // Nothing was tried out on the API to find that out, and the mock is not loaded for nothing.
  expect(opened.requests.filter((url) => /\/v1\/|mock\.js/.test(url))).toEqual([]);

  await page.getByLabel('Identity').fill(plain.identity);
  await page.getByLabel('Password', { exact: true }).fill(plain.password);
  await steps.login.send();
  await steps.generate.send();
  await steps.revoke.send();
  expect(await steps.revoke.status.textContent()).toBe('API key revoked.');
  expect(await journal.first().locator('pre').first().textContent()).toContain(
    `DELETE ${service}/v1/security/`,
  );
  expect(opened.requests.filter((url) => url.includes('/v1/'))).toHaveLength(3);
  expect([opened.foreign, opened.complaints, opened.refusals]).toEqual([[], [], []]);
});

test('the journal shows each request and its response, newest first, and can be cleared', async () => {
  const { page, steps, journal } = await openLoggedIn();
  await steps.generate.send();
  const [request, response, curl] = await journal.first().locator('pre').allTextContents();
  expect(request).toMatch(
    /^POST https:\/\/mock\.invalid\/v1\/security\/apikey\/generate\nAuthorization: Bearer •/,
  );
  expect(request).toMatch(/\nContent-Type: application\/json\n\n\{\}$/);
  expect(response).toMatch(/^HTTP 200\nCache-Control: no-store\nContent-Type: application\/json/);
  expect(response).toMatch(/\n {2}"status": \{\n {4}"code": 200,\n {4}"message": "OK",/);
  expect(curl).toContain('-H "Authorization: Bearer $ACCESS_TOKEN"');
  expect(await journal.locator('summary').allTextContents()).toEqual([
    expect.stringMatching(/generate 200 \d+ ms/),
    expect.stringMatching(/login 200/),
    expect.stringMatching(/login 401 otp_required/),
  ]);
  expect(await journal.locator('details[open]').count()).toBe(1);
  await page.getByRole('button', { name: 'Clear the journal' }).click();
  expect(await journal.count()).toBe(0);
  expect(
    await page.locator('#journal-title').evaluate((title) => title === document.activeElement),
  ).toBe(true);
});

test('without JavaScript the page says that it needs it, and where to go', async () => {
  const { page, complaints } = await visit(`${inject('service')}/docs/console.html`, {
    javaScript: false,
  });
  const notice = page.locator('main .notice');
  expect(await notice.textContent()).toContain('JavaScript');
  expect(await notice.locator('a').getAttribute('href')).toBe('reference.html');
  expect(await page.locator('form:visible').count()).toBe(0);
  expect(complaints).toEqual([]);
});
