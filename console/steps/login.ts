import type { components } from '../../generated/types.ts';
import { byId, secretValue, valueList } from '../page/dom.ts';
import { connectStep, type Parts } from './step.ts';

/** Step 1. When the service requires a one-time code, the page shows a field for it, and the reader sends the login again. */
export function connectLogin(parts: Parts): void {
  const { session, say } = parts;
  const identity = byId('login-identity', HTMLInputElement);
  const password = byId('login-password', HTMLInputElement);
  const otp = byId('login-otp', HTMLInputElement);
  const code = byId('login-code', HTMLElement);

  function showCodeField(wanted: boolean): void {
    code.hidden = !wanted;
    otp.value = '';
    if (wanted) otp.focus();
  }
  // A code belongs to one user.
  identity.addEventListener('input', () => showCodeField(false));
  session.onForget(() => showCodeField(false));

  connectStep(parts, {
    form: 'login',
    operation: 'login',
    prepare: () => {
      const request: components['schemas']['LoginRequest'] = {
        identity: identity.value,
        // An empty field sends no password: the contract has a response for a login without one.
        ...(password.value !== '' && { password: password.value }),
        ...(!code.hidden && otp.value !== '' && { otp: otp.value }),
      };
      return (client, signal) => client.login(request, { signal });
    },
    succeeded: (data, outcome) => {
      session.caller = { accessToken: data.access_token };
      password.value = '';
      showCodeField(false);
      const { expires_in: seconds, nickname = identity.value } = data;
      const ends = seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000);
      outcome.say(`Logged in as ${nickname}.`);
      outcome.show(
        valueList({
          access_token: secretValue('access_token', data.access_token, say),
          expires_in: ends && `${seconds} s, at ${ends.toLocaleTimeString()}`,
          me_id: data.me_id,
        }),
      );
    },
    failed: ({ reason }) => {
      if (reason === 'otp_required' || reason === 'otp_invalid') showCodeField(true);
    },
  });
}
