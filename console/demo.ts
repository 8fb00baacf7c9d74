import type { TargetChoice } from './choose-target.ts';
import { button, byId, element } from './dom.ts';
import { loadMock, type RunningMock } from './load-mock.ts';
import { showSecret } from './show-secret.ts';

type Account = RunningMock['accounts'][number];

/** Offers the accounts of the mock, whose passwords are public, and the codes of those that need one. */
export function connectDemo(choice: TargetChoice, say: (words: string) => void): void {
  const offer = byId('demo', HTMLElement);
  const people = byId('demo-accounts', HTMLUListElement);
  const identity = byId('login-identity', HTMLInputElement);
  const password = byId('login-password', HTMLInputElement);
  const codes = byId('demo-codes', HTMLElement);

  function draw(mock: RunningMock): void {
    const fillIn = (account: Account) => {
      identity.value = account.identity;
      // As if it were typed: a code that was asked of somebody else is not asked for any more.
      identity.dispatchEvent(new Event('input'));
      password.value = account.password;
      say(`Filled in ${account.identity} and its password.`);
    };
    people.replaceChildren(
      ...mock.accounts.map((account) =>
        element(
          'li',
          {},
          button({ class: 'small' }, () => fillIn(account), account.nickname),
        ),
      ),
    );
    identity.addEventListener('input', () => {
      const account = mock.accounts.find((one) => one.identity === identity.value);
      codes.replaceChildren(...(account?.mfa === undefined ? [] : codesOf(account, mock)));
    });
  }

  choice.onChoice(async (kind) => {
    offer.hidden = kind !== 'mock';
    codes.replaceChildren();
    if (kind !== 'mock' || people.childElementCount > 0) return;
    try {
      draw(await loadMock());
    } catch {
      // The first call says so, and what to do.
    }
  });
}

/** Nothing is filled in by itself, so that a reader meets the question for a code as a user does. */
function codesOf(account: Account, mock: RunningMock): HTMLElement[] {
  const otp = byId('login-otp', HTMLInputElement);
  const fill = (label: string, code: () => string) =>
    button(
      { class: 'small' },
      () => {
        otp.value = code();
        otp.focus();
      },
      label,
    );
  const ofNow = () => mock.codeOfNow(account) ?? '';
  return [
    element('p', {}, 'Code of now ', showSecret('the code of now', ofNow)),
    element(
      'p',
      { class: 'actions' },
      fill('Fill in the code of now', ofNow),
      fill('Fill in the code that always works', () => mock.fixedCode),
    ),
  ];
}
