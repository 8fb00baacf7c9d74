import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { failures } from '../../../generated/contract.ts';
import { type Console, fromDisk, logInWithCode, openConsole } from '../support/console.ts';

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
  const opened = await openConsole(fromDisk);
  const { page, steps, journal } = opened;
  await logInWithCode(opened);
  for (const typed of [`aak_${'x'.repeat(49)}`, `aat_${'x'.repeat(49)}`, '']) {
    const before = await journal.count();
    await page.getByLabel('Id of the key').fill(typed);
    await steps.revoke.send();
    expect(await journal.count()).toBe(before);
    expect(await page.locator('#revoke-id-error').textContent()).not.toBe('');
  }
});

test('the line for a shell gives curl what was sent, whatever the text, and takes secrets from variables', async () => {
  const opened = await openConsole(fromDisk);
  const { page, steps, journal } = opened;
  await logInWithCode(opened);
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
    execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], { env, encoding: 'utf8' })
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

interface Shown {
  readonly wish: string;
  readonly alert: string;
  /** The journal's newest request. */
  readonly request: string;
}

/** Asks for everything that the list of a step offers, but for what takes its time; in the page, since it is much. */
function sendAll({ page }: Console, step: string): Promise<Shown[]> {
  return page.evaluate(async (id) => {
    const form = document.querySelector<HTMLFormElement>(`form#${id}`);
    const list = document.querySelector<HTMLSelectElement>(`#${id}-prefer`);
    if (form === null || list === null) return [];
    const shown: Shown[] = [];
    for (const { value: wish } of [...list.options]) {
      if (wish === '' || wish === 'scenario=slow') continue;
      list.value = wish;
      const responded = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (form.ariaBusy !== 'false') return;
          observer.disconnect();
          resolve();
        });
        observer.observe(form, { attributeFilter: ['aria-busy'] });
      });
      form.requestSubmit();
      await responded;
      const text = (within: ParentNode, selector: string) =>
        within.querySelector(selector)?.textContent ?? '';
      shown.push({ wish, alert: text(form, '[role=alert]'), request: text(document, '#journal pre') });
    }
    return shown;
  }, step);
}

/** What an alert says for a wish; `undefined` for one that brings a success, or brings one in turn. */
function expected(wish: string, step: string): RegExp | undefined {
  const [, code, example = ''] = /^code=(\d+), example=(\w+)$/.exec(wish) ?? [];
  if (code === '200' || wish.endsWith('-once')) return undefined;
  if (wish === 'scenario=token-expired' && step === 'login') return undefined;
  const trace = 'Trace id [0-9a-f]{32}';
  if (code === undefined)
    return new RegExp(`(no_response|unexpected_response|unavailable|token_invalid).+\\.(${trace})?$`);
  // The examples of failures are named after their reasons.
  const { message } = failures[example as keyof typeof failures];
  return new RegExp(`^${code} ${message} ${example}.+\\.${trace}$`);
}

test('every failure of the contract and every mishap can be selected, and says what to do', async () => {
  const opened = await openConsole(fromDisk);
  await logInWithCode(opened);
  await opened.page.getByLabel('Id of the key').fill('key_0000000000000000000000');
  const sent = new Set<string>();
  for (const step of Object.keys(opened.steps)) {
    for (const { wish, alert, request } of await sendAll(opened, step)) {
      const words = expected(wish, step);
      if (words !== undefined) expect(alert, `${step}, ${wish}`).toMatch(words);
      expect(request).toContain(`Prefer: ${wish}`);
      sent.add(wish.replace(/^.*=/, ''));
    }
  }
  expect([...sent]).toEqual(expect.arrayContaining([...Object.keys(failures), 'reset', 'truncated', 'html']));
  expect([opened.foreign, opened.complaints, opened.refusals]).toEqual([[], [], []]);
});
