import { createCall } from './call.ts';
import { chooseTarget } from './choose-target.ts';
import { connectDemo } from './demo.ts';
import { byId } from './dom.ts';
import { connectGenerate } from './generate.ts';
import { createJournal } from './journal.ts';
import { createKeys } from './keys.ts';
import { resetMock } from './load-mock.ts';
import { connectLogin } from './login.ts';
import { connectReveal } from './reveal.ts';
import { connectRevoke } from './revoke.ts';
import { createSay } from './say.ts';
import { createSession } from './session.ts';

/** The console of the docs: the parts of the page, and who knows whom. */
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
connectDemo(choice, say);
choice.onChoice((kind) => {
  page.dataset.target = kind;
});
choice.begin();

byId('forget', HTMLButtonElement).addEventListener('click', () => {
  session.forget();
  say('Everything is forgotten.');
});
// A page that the browser keeps for the button "back" would keep the secrets too.
addEventListener('pagehide', session.forget);

page.hidden = false;
