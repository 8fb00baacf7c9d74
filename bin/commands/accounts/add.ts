import { randomBytes } from 'node:crypto';
import { renderUnicodeCompact } from 'uqr';
import { confirmMfa, prepareMfa } from '../../../operator/accounts/mfa-setup.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { toJsonLine } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';
import type { SecretInput } from './input.ts';
import { type PasswordOptions, withInput, withOperator } from './operator.ts';

interface AddOptions extends PasswordOptions {
  readonly nickname?: string;
  readonly mfa?: boolean;
  readonly json?: boolean;
}

export async function addAccount(terminal: Terminal, identity: string, options: AddOptions): Promise<void> {
  const { nickname, mfa = false, json = false } = options;
  const { say, print } = terminal;
  await withOperator(terminal, options, async (operator) => {
    await operator.checkNew({ identity, nickname });
    await withInput(terminal, options, async (input) => {
      const password = await input.newPassword();
      await operator.checkPassword({ identity, nickname }, password, mfa);
      if (!mfa) {
        await input.end();
        const id = await operator.add({ identity, nickname, password });
        say(`Added ${identity}.`);
        return print(json ? toJsonLine({ id, identity, recoveryCodes: [] }) : id);
      }
      const setUp = await setUpMfa(terminal, identity, input, json);
      const id = await operator.add({ identity, nickname, password, mfa: setUp.mfa });
      const { recoveryCodes } = setUp;
      say(`Added ${identity}, with MFA.`);
      if (!json) print(id);
      say(
        'Recovery codes: each works once, in place of a code from the app. Store them now: they are not shown again.',
      );
      print(json ? toJsonLine({ id, identity, recoveryCodes }) : recoveryCodes.join('\n'));
    });
  });
}

async function setUpMfa({ say, print }: Terminal, identity: string, input: SecretInput, json: boolean) {
  const setup = prepareMfa(identity, randomBytes);
  say('Scan this QR code with an authenticator app, or enter the URI below in the app.\n');
  say(renderUnicodeCompact(setup.uri));
  print(json ? toJsonLine({ totpUri: setup.uri }) : setup.uri);
  for (let tries = 3; tries > 0; tries -= 1) {
    const code = await input.code();
    if (code === undefined) break;
    const confirmed = confirmMfa(setup, code, randomBytes, Date.now());
    if (confirmed !== undefined) return confirmed;
    say('That is not the current code.');
  }
  throw new OperatorError(
    'code_wrong',
    'MFA was not confirmed with a correct code: the account was not added',
  );
}
