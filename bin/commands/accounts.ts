import { Command, Option } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import {
  addAccount,
  checkAccount,
  confirmMfa,
  defaultNickname,
  findAccount,
  prepareMfa,
  setPassword,
} from '../../server/accounts.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { checkNewPassword } from '../../server/password-rules.ts';
import type { Account } from '../../server/store/store.ts';
import {
  addDatabaseOptions,
  type DatabaseOptions,
  type Opened,
  withDatabase,
} from '../database.ts';
import { formatTable, toDay, toJson, toJsonLine } from '../format.ts';
import { openInput, type SecretInput } from '../secret-input.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface Options extends DatabaseOptions {
  readonly json?: boolean;
}

export const accounts: AddCommand = (terminal) => {
  const group = new Command('accounts').description('add accounts, and change how they log in');

  const add = (usage: string, description: string) =>
    addDatabaseOptions(group.command(usage).description(description));

  add('add <identity>', 'add an account, with a password from a prompt or from standard input')
    .option('--nickname <name>', 'display name (default: the part of the identity before the @)')
    .option('--mfa', 'set up one-time codes: show a QR code, confirm a code, print recovery codes')
    .option('--json', 'print JSON; with --mfa two lines, before and after the code')
    .addHelpText(
      'after',
      `
A new password has at least 15 characters, or 8 with MFA, and is not a common
password. In a program, send the password and then a code from the app to
standard input, a line each.

Examples:
  account-access accounts add ana@example.com --mfa
  account-access accounts add ana@example.com < password.txt`,
    )
    .action((identity: string, options: AddOptions) => addWithInput(terminal, identity, options));

  add('list', 'list the accounts, oldest first')
    .option('--json', 'print JSON')
    .action((options: Options) =>
      withDatabase(options, async ({ store, database }) => {
        const found = await store.accounts.list();
        if (options.json) terminal.print(toJson(found.map(summarise)));
        else if (found.length === 0) terminal.say(`There are no accounts in ${database}.`);
        else terminal.print(formatAccounts(found));
      }),
    );

  add('show <identity>', 'show an account')
    .option('--json', 'print JSON')
    .action((identity: string, options: Options) =>
      withDatabase(options, async (opened) => {
        const account = await findAccount(opened, identity);
        terminal.print(options.json ? toJson(summarise(account)) : formatAccounts([account]));
      }),
    );

  /** A command that changes one account, and says what has changed. */
  const addChange = (
    name: string,
    description: string,
    change: (opened: Opened, account: Account) => Promise<unknown>,
    changed: (identity: string) => string,
  ) =>
    add(`${name} <identity>`, description).action((identity: string, options: Options) =>
      withDatabase(options, async (opened) => {
        await change(opened, await findAccount(opened, identity));
        terminal.say(changed(identity));
      }),
    );

  addChange(
    'disable',
    'disable an account: end its access tokens, reject its logins, make its API keys inactive',
    ({ store }, { id }) => store.accounts.disable(id, Date.now()),
    (identity) =>
      `Disabled ${identity}: its access tokens have ended, and its API keys are inactive.`,
  );
  addChange(
    'enable',
    'enable a disabled account: accept its logins, make its API keys active again',
    ({ store }, { id }) => store.accounts.enable(id, Date.now()),
    (identity) => `Enabled ${identity}: its API keys are active again.`,
  );
  addChange(
    'remove-mfa',
    'turn off MFA for an account whose owner has lost the app and the recovery codes',
    ({ store }, { id }) => store.accounts.removeMfa(id, Date.now()),
    (identity) =>
      `Removed the MFA of ${identity}, and ended its access tokens. Set a new password if the current one is short.`,
  );

  add('set-password <identity>', 'change the password of an account, and end its access tokens')
    .addHelpText(
      'after',
      '\nThe command prompts for the password, or reads it from standard input.',
    )
    .action((identity: string, options: Options) =>
      withDatabase(options, async (opened) => {
        await findAccount(opened, identity);
        const input = openInput(terminal);
        const password = await input.secret('Password');
        await input.end();
        await setPassword(opened, identity, password);
        terminal.say(`Changed the password of ${identity}: its access tokens have ended.`);
      }),
    );

  add('end-sessions [identity]', 'end the access tokens of an account, or of all accounts')
    .option('--all', 'end those of all accounts, for example after restoring a backup')
    .action((identity: string | undefined, options: Options & { readonly all?: boolean }) =>
      withDatabase(options, (opened) => endSessions(terminal, opened, identity, options.all)),
    );

  add('delete <identity>', 'permanently delete an account with its access tokens and API keys')
    .addOption(new Option('-y, --yes', 'do not prompt for confirmation'))
    .action((identity: string, options: Options & { readonly yes?: boolean }) =>
      withDatabase(options, async (opened) => {
        const { id } = await findAccount(opened, identity);
        if (!options.yes) await confirmDeletion(terminal, identity, id);
        await opened.store.accounts.delete(id, Date.now());
        terminal.say(`Deleted ${identity}.`);
      }),
    );

  return group;
};

interface AddOptions extends Options {
  readonly nickname?: string;
  readonly mfa?: boolean;
}

async function addWithInput(
  terminal: Terminal,
  identity: string,
  options: AddOptions,
): Promise<void> {
  const { nickname = defaultNickname(identity), mfa: wantsMfa = false, json = false } = options;
  const { say, print } = terminal;
  checkAccount({ identity, nickname });
  const input = openInput(terminal);
  const password = await input.secret('Password');
  await checkNewPassword(password, { identity, nickname, mfaEnabled: wantsMfa });
  const setup = wantsMfa ? await setUpMfa(terminal, identity, input, json) : undefined;
  await input.end();

  // The database may be made now, so all input was checked before.
  await withDatabase(
    options,
    async (opened) => {
      const account = { identity, nickname, password, mfa: setup?.mfa };
      const id = await addAccount(opened, account);
      const { recoveryCodes = [] } = setup ?? {};
      say(`Added ${identity}${wantsMfa ? ', with MFA,' : ''} to ${opened.database}.`);
      const line = toJsonLine({ id, identity, recoveryCodes });
      if (recoveryCodes.length === 0) return print(json ? line : id);
      if (!json) {
        print(id);
        say('Recovery codes: each works once, in place of a code from the app. Store them now:');
      }
      await deliver(
        terminal,
        json ? line : recoveryCodes.join('\n'),
        `the recovery codes are lost, because standard output was closed. Run 'account-access accounts delete ${identity}', and add the account again`,
      );
    },
    { mayCreate: true },
  );
}

/** Writes what nobody can retrieve later. @param lost says what to do if a reader has closed the pipe @throws OperatorError */
async function deliver(terminal: Terminal, text: string, lost: string): Promise<void> {
  await terminal.deliver(text).catch((cause: unknown) => {
    throw new OperatorError(lost, { cause });
  });
}

async function setUpMfa(terminal: Terminal, identity: string, input: SecretInput, json: boolean) {
  const { say } = terminal;
  const { totpSecret, uri } = prepareMfa(identity);
  say('Scan this QR code with an authenticator app, or enter the URI below in the app.\n');
  say(renderUnicodeCompact(uri));
  await deliver(
    terminal,
    json ? toJsonLine({ totpUri: uri }) : uri,
    'standard output is closed, and the recovery codes are written there: the account was not added',
  );
  for (let tries = 0; tries < 3; tries += 1) {
    const code = await input.code();
    if (code === undefined) break;
    const confirmed = confirmMfa(totpSecret, code);
    if (confirmed !== undefined) return confirmed;
    say('That is not the current code.');
  }
  throw new OperatorError('MFA was not confirmed with a correct code: the account was not added');
}

async function endSessions(
  { say }: Terminal,
  opened: Opened,
  identity: string | undefined,
  all = false,
): Promise<void> {
  const { store, database } = opened;
  if (all === (identity !== undefined)) {
    throw new OperatorError('name an account, or give --all');
  }
  const found =
    identity === undefined ? await store.accounts.list() : [await findAccount(opened, identity)];
  for (const { id } of found) await store.accounts.endSessions(id, Date.now());
  say(`Ended the access tokens of ${identity ?? `all ${found.length} accounts in ${database}`}.`);
}

async function confirmDeletion(terminal: Terminal, identity: string, id: string): Promise<void> {
  if (!terminal.mayAsk()) {
    throw new OperatorError(
      'the command cannot prompt for a confirmation here: pass --yes to delete the account',
    );
  }
  const question = `Permanently delete ${identity} (${id}) and its API keys? (y/N)`;
  if (!/^y(es)?$/i.test((await terminal.ask(question, true)) ?? '')) {
    throw new OperatorError('cancelled');
  }
}

/** An account as operators see it. It contains no secrets. */
function summarise({ id, identity, nickname, disabled, mfaEnabled, createdAt }: Account) {
  const state = disabled ? 'disabled' : 'enabled';
  return { id, identity, nickname, state, mfaEnabled, createdAt };
}

function formatAccounts(found: readonly Account[]): string {
  return formatTable([
    ['IDENTITY', 'NICKNAME', 'STATE', 'MFA', 'ADDED', 'ID'],
    ...found
      .map(summarise)
      .map(({ identity, nickname, state, mfaEnabled, createdAt, id }) => [
        identity,
        nickname,
        state,
        mfaEnabled ? 'yes' : 'no',
        toDay(createdAt),
        id,
      ]),
  ]);
}
