import { expect, test } from 'vitest';
import { failures } from '../../../generated/contract.ts';
import { type Console, fromDisk, logInWithCode, openConsole } from '../support/console.ts';

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
