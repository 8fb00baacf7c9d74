import { randomBytes } from 'node:crypto';
import { Option } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { checkAccount, checkPassword } from '../../../operator/accounts/accounts.ts';
import { confirmMfa, prepareMfa } from '../../../operator/accounts/mfa-setup.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { databaseExists } from '../../existing-store.ts';
import { onlySecret, type SecretInput } from '../../input.ts';
import { argon2Option } from '../../options/argon2-option.ts';
import type { commandsOnDatabase } from '../../options/database-option.ts';
import { toJsonLine } from '../../output/format-table.ts';
import { type PasswordOptions, withExistingOperator, withInput, withOperator } from './operator.ts';

type AddCommand = ReturnType<typeof commandsOnDatabase>;

export function defineAdd(command: AddCommand): void {
  command(
    'add <identity>',
    'add an account, with a password from a prompt or from standard input',
    addAccount,
    {
      ...addHelp,
      options: [
        new Option(
          '--nickname <name>',
          'display name (default: the part of the identity before the @)',
        ),
        new Option(
          '--mfa',
          'set up one-time codes: show a QR code, confirm a code, print recovery codes',
        ),
        ...passwordOptions(),
      ],
      jsonText: 'write JSON to standard output; with --mfa two lines, before and after the code',
    },
  );
}

/** `accounts passwd` and `remove-mfa`: they change how an account logs in. */
export function defineLoginCommands(command: AddCommand): void {
  command(
    'passwd <identity>',
    'change the password of an account, and end its access tokens',
    changePassword,
    {
      examples: [
        'account-access accounts passwd ana@example.com',
        'account-access accounts passwd ana@example.com < password.txt',
      ],
      notes: [passwordRules],
      options: passwordOptions(),
    },
  );

  command(
    'remove-mfa <identity>',
    'turn off MFA for an account, and end its access tokens',
    removeMfa,
    {
      examples: [
        'account-access accounts remove-mfa ana@example.com',
        'account-access accounts remove-mfa ana@example.com --new-password',
      ],
      options: [
        new Option(
          '--new-password',
          'also set a new password; required if the current one may be shorter than 15 characters',
        ),
        ...passwordOptions(),
      ],
    },
  );
}

const passwordOptions = () => [
  new Option('--password-stdin', 'read the password from standard input, even at a terminal'),
  argon2Option(),
];

const passwordRules =
  'A new password has at least 15 characters, or 8 with MFA, and is not a common password.';

export const exampleAccount = {
  id: 'usr_7pQrStUvWxYz0AbCdEfGhI',
  identity: 'ana@example.com',
  nickname: 'Ana',
  state: 'enabled',
  mfa_enabled: false,
  created_at: '2026-01-31T09:30:00.000Z',
};

const addHelp = {
  examples: [
    'account-access accounts add ana@example.com --nickname Ana',
    'account-access accounts add ana@example.com --mfa',
    'account-access accounts add ana@example.com --json < password.txt',
  ],
  notes: [
    passwordRules,
    'The command prints the id of the account. With --mfa it first prints the URI for the authenticator app, and last the recovery codes. A program gives the password and then a code from the app on standard input. Each is one line.',
  ],
  json: [
    { totp_uri: 'otpauth://totp/…' },
    { id: exampleAccount.id, identity: exampleAccount.identity, recovery_codes: ['…'] },
  ],
};

interface AddOptions extends PasswordOptions {
  readonly nickname?: string;
  readonly mfa?: boolean;
}

async function addAccount(
  terminal: Terminal,
  identity: string,
  options: AddOptions,
): Promise<void> {
  const { nickname, mfa = false, json = false } = options;
  const { say, print } = terminal;
  const account = { identity, nickname };
  checkAccount(account);
  if (databaseExists(options))
    await withOperator(terminal, options, (operator) => operator.checkNew(account));
  await withInput(terminal, options, async (input) => {
    const password = await input.secret();
    await checkPassword(account, password, mfa);
    const setUp = mfa ? await setUpMfa(terminal, identity, input, json) : undefined;
    if (setUp === undefined) await input.end();
    // Creates the database if there is none, so all input is checked before.
    await withOperator(terminal, options, async (operator) => {
      const id = await operator.add({ ...account, password, mfa: setUp?.mfa });
      const { recoveryCodes = [] } = setUp ?? {};
      say(`Added ${identity}${mfa ? ', with MFA' : ''}.`);
      if (!json) print(id);
      if (mfa)
        say(
          'Recovery codes: each works once, in place of a code from the app. Store them now: they are not shown again.',
        );
      const last = json ? toJsonLine({ id, identity, recoveryCodes }) : recoveryCodes.join('\n');
      if (mfa) await printOnce(terminal, last);
      else if (json) print(last);
    });
  });
}

/** Prints what is never shown again. @throws OperatorError when nobody reads it */
async function printOnce({ stdout }: Terminal, text: string): Promise<void> {
  const written = new Promise((resolve, reject) => {
    stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve(undefined)));
  });
  await written.catch((cause: unknown) => {
    const lost = 'the recovery codes could not be written: delete the account, and add it again';
    throw new OperatorError('codes_lost', lost, { cause });
  });
}

async function setUpMfa(
  { say, print }: Terminal,
  identity: string,
  input: SecretInput,
  json: boolean,
) {
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

async function changePassword(
  terminal: Terminal,
  identity: string,
  options: PasswordOptions,
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    await operator.find(identity);
    await withInput(terminal, options, async (input) =>
      operator.setPassword(identity, await onlySecret(input)),
    );
    terminal.say(`Changed the password of ${identity}: its access tokens have ended.`);
  });
}

async function removeMfa(
  terminal: Terminal,
  identity: string,
  options: PasswordOptions & { readonly newPassword?: boolean },
): Promise<void> {
  await withExistingOperator(terminal, options, async (operator) => {
    if (!options.newPassword) {
      await operator.removeMfa(identity);
    } else {
      await operator.find(identity);
      await withInput(terminal, options, async (input) =>
        operator.removeMfa(identity, await onlySecret(input)),
      );
    }
    terminal.say(
      `Turned off MFA for ${identity}: it now logs in with its password only. Its access tokens have ended.`,
    );
  });
}
