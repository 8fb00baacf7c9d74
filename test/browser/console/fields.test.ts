import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { failures } from '../../../generated/contract.ts';
import { fromDisk, openConsole, openLoggedIn } from '../support/console.ts';

test('an error is shown next to its field, which gets the focus', async () => {
  const { page, steps } = await openConsole(fromDisk);
  const identity = page.getByLabel('Identity');
  await identity.fill('nobody');
  await steps.login.send();
  expect(await identity.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('#login-identity-error').textContent()).toBe(
    'Must match: one `@`, not at either end, without spaces, control or bidirectional characters.',
  );
  expect(await identity.getAttribute('aria-describedby')).toContain('login-identity-error');
  expect(await identity.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await steps.login.alert.textContent()).toMatch(/^400 Validation failed validation_failed/);

  await identity.fill('somebody@example.com');
  await steps.login.send();
  expect(await identity.getAttribute('aria-invalid')).toBe(null);
  expect(await page.locator('#login-identity-error').textContent()).toBe('');
  expect(await steps.login.alert.textContent()).toMatch(/^401 Password required password_required/);
});

test('a key that is typed where its id belongs is not sent', async () => {
  const { page, steps, journal } = await openLoggedIn();
  for (const typed of [`aak_${'x'.repeat(49)}`, `aat_${'x'.repeat(49)}`, '']) {
    const before = await journal.count();
    await page.getByLabel('Id of the key').fill(typed);
    await steps.revoke.send();
    expect(await journal.count()).toBe(before);
    expect(await page.locator('#revoke-id-error').textContent()).not.toBe('');
  }
});

test('the line for a shell gives curl what was sent, whatever the text, and takes secrets from variables', async () => {
  const { page, steps, journal } = await openLoggedIn();
  const description = `it's "$HOME" \`id\` $(id) \\ ! Ümlaut`;
  await page.getByLabel('Description').fill(description);
  await steps.generate.send();
  await journal.nth(1).locator('summary').click();
  const [generate = '', login = ''] = await Promise.all(
    [0, 1].map((at) => journal.nth(at).locator('pre').last().textContent()),
  ).then((lines) => lines.map((line) => line ?? ''));

  const env = {
    BASE_URL: 'http://127.0.0.1:1',
    ACCESS_TOKEN: 'aat_1',
    PASSWORD: 'a b',
    OTP: '000000',
    PATH: '/usr/bin:/bin',
  };
  // In the place of curl, something that says what it was given.
  const given = (line: string) =>
    execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], {
      env,
      encoding: 'utf8',
    })
      .trimEnd()
      .split('\n');
  expect(given(generate)).toEqual([
    ...['-sS', '-i', '-X', 'POST', 'http://127.0.0.1:1/v1/security/apikey/generate'],
    ...['-H', 'Authorization: Bearer aat_1', '-H', 'Content-Type: application/json'],
    ...['--data-raw', JSON.stringify({ description })],
  ]);
  expect(given(login).at(-1)).toBe(
    JSON.stringify({ identity: 'demo-mfa@example.com', password: 'a b', otp: '000000' }),
  );
});

test('every failure of the contract and every mishap can be selected, and each kind says what to do', async () => {
  const opened = await openConsole(fromDisk);
  const { page, steps, journal } = opened;
  const offered = await page
    .locator('select option')
    .evaluateAll((all) => all.map((one) => one.textContent));
  for (const name of [...Object.keys(failures), 'reset', 'truncated', 'html'])
    expect(offered.some((text) => text.includes(`${name}:`))).toBe(true);
  for (const [wish, words] of kindsOfFailure) {
    await page.locator('#login-prefer').selectOption(wish);
    await steps.login.send();
    expect(await steps.login.alert.textContent()).toMatch(words);
    expect(await journal.first().locator('pre').first().textContent()).toContain(`Prefer: ${wish}`);
  }
  expect([opened.foreign, opened.complaints, opened.refusals]).toEqual([[], [], []]);
});

// The build of the page fails when the contract does not say what to do about a reason.
const kindsOfFailure = [
  [
    'code=429, example=rate_limited',
    /^429 Too many requests rate_limited.+\.Trace id [0-9a-f]{32}$/,
  ],
  ['scenario=html', /unexpected_response.+The journal shows the response\.$/],
  ['scenario=reset', /no_response.*The mock simulated a lost connection/],
] as const;
