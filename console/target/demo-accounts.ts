import { type DemoAccount, demoAccounts } from '../../server/config/demo-accounts.ts';
import { button, byId, element, showSecret } from '../page/dom.ts';
import { loadMock, type RunningMock, type TargetChoice } from './choose-target.ts';

const accounts = Object.values<DemoAccount>(demoAccounts);

/** Offers the accounts of a mock or a demo, whose passwords are public, and one-time codes for accounts with MFA. */
export function connectDemoAccounts(choice: TargetChoice, say: (words: string) => void): void {
  const offer = byId('demo', HTMLElement);
  const identity = byId('login-identity', HTMLInputElement);
  const password = byId('login-password', HTMLInputElement);
  const codes = byId('demo-codes', HTMLElement);
  // Only the mock of this page has a code that always works.
  let hasFixedCode = false;

  function fillIn(account: DemoAccount): void {
    identity.value = account.identity;
    // Like typing, this hides the code field of another user.
    identity.dispatchEvent(new Event('input'));
    password.value = account.password;
    say(`Filled in ${account.identity} and its password.`);
  }

  async function offerCodes(): Promise<void> {
    codes.replaceChildren();
    const account = offer.hidden
      ? undefined
      : accounts.find((one) => one.identity === identity.value);
    if (account?.mfa === undefined) return;
    try {
      // It computes the codes, also for a demo.
      const mock = await loadMock();
      if (identity.value === account.identity)
        codes.replaceChildren(...codesOf(account, mock, hasFixedCode));
    } catch {
      // The first call of the mock reports it and says what to do. A demo accepts codes of an app.
    }
  }

  byId('demo-accounts', HTMLUListElement).replaceChildren(
    ...accounts.map((account) =>
      element(
        'li',
        {},
        button({ class: 'small' }, () => fillIn(account), account.nickname),
      ),
    ),
  );
  identity.addEventListener('input', offerCodes);
  choice.onChoice((kind, purpose) => {
    offer.hidden = purpose === undefined;
    hasFixedCode = kind === 'mock';
    codes.replaceChildren();
  });
}

/** Offers one-time codes. The reader fills them in, and so sees when a service requires a code. */
function codesOf(account: DemoAccount, mock: RunningMock, hasFixedCode: boolean): HTMLElement[] {
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
  const currentCode = () => mock.currentCode(account) ?? '';
  return [
    element('p', {}, 'Current code ', showSecret('the current code', currentCode)),
    element(
      'p',
      { class: 'actions' },
      fill('Fill in the current code', currentCode),
      ...(hasFixedCode ? [fill('Fill in the code that always works', () => mock.fixedCode)] : []),
    ),
  ];
}
