import { createCall } from './call.ts';
import { createJournal } from './journal/journal.ts';
import { byId } from './page/dom.ts';
import { createSession, type Session } from './session.ts';
import { connectGenerate, connectRevoke, createKeys } from './steps/keys.ts';
import { connectLogin } from './steps/login.ts';
import { chooseTarget, resetMock } from './target/choose-target.ts';
import { connectDemoAccounts } from './target/demo-accounts.ts';

// Long enough to read a message that needs no action.
const messageMs = 6000;

// Connects the parts of the page.
const page = byId('console', HTMLElement);
const say = createSay();
const session = createSession();
const journal = createJournal(session.secrets, say);
const choice = chooseTarget(session, say);
const parts = { session, call: createCall({ session, journal }), target: choice.target, say };
const keys = createKeys(session, say);

session.onForget(() => {
  journal.clear();
  say('');
  void resetMock();
});
for (const id of ['login-password', 'login-otp']) connectReveal(id, session);
connectLogin(parts);
connectGenerate(parts, keys);
connectRevoke(parts, keys);
connectDemoAccounts(choice, say);
choice.onChoice((_kind, purpose) => {
  page.dataset.purpose = purpose ?? 'service';
});
choice.begin();

byId('forget', HTMLButtonElement).addEventListener('click', () => {
  session.forget();
  say('Everything is forgotten.');
});
// A page in the browser's back-forward cache would keep the secrets.
addEventListener('pagehide', session.forget);

page.hidden = false;
showChosenStep();
addEventListener('hashchange', showChosenStep);

/** The link "Try it" of an operation leads to its step, which the browser could not show while the page was hidden. */
function showChosenStep(): void {
  const step = document.getElementById(location.hash.slice(1));
  step?.scrollIntoView();
  step?.focus({ preventScroll: true });
}

function createSay(): (words: string) => void {
  const region = byId('console-status', HTMLElement);
  let ending: ReturnType<typeof setTimeout> | undefined;
  return (words) => {
    clearTimeout(ending);
    region.textContent = words;
    ending = setTimeout(() => region.replaceChildren(), messageMs);
  };
}

function connectReveal(id: string, session: Session): void {
  const field = byId(id, HTMLInputElement);
  const toggle = byId(`${id}-show`, HTMLButtonElement);

  function show(wanted: boolean): void {
    field.type = wanted ? 'text' : 'password';
    toggle.setAttribute('aria-pressed', String(wanted));
  }
  toggle.addEventListener('click', () => show(field.type === 'password'));
  // The next call has another secret.
  field.form?.addEventListener('submit', () => show(false));
  session.onForget(() => show(false));
}
