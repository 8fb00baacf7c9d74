import { type HelpTexts, withHelp } from '../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import { exitFailure } from '../../conformance/engine/terminal/usage-error.ts';
import { createVerification, type VerifiedKey } from '../../operator/keys/verification.ts';
import { OperatorError, unknownAccount } from '../../server/operator-error.ts';
import type { ApiKey } from '../../server/store/keys/api-keys.ts';
import { withExistingStore } from '../existing-store.ts';
import { createPipedInput, onlySecret, prompt } from '../input.ts';
import {
  commandsOnDatabase,
  type DatabaseOptions,
  databaseHelp,
} from '../options/database-option.ts';
import { formatTable, toDay, toJson } from '../output/format-table.ts';

export const define: Define = (keys, terminal) => {
  withHelp(keys, help);
  const command = commandsOnDatabase(keys, terminal);

  command(
    'verify',
    'check whether an API key is active: exit code 0 if it is, 1 if not',
    verifyKey,
    {
      examples: [
        'account-access keys verify < key.txt',
        'account-access keys verify --json < key.txt',
      ],
      notes: ['The command prompts for the key, or reads it from standard input.'],
      json: [verified],
      jsonText: 'write JSON to standard output, as /introspect returns it',
    },
  );

  command('list <identity>', 'list the API keys of an account, oldest first', printKeys, {
    examples: [
      'account-access keys list ana@example.com',
      "account-access keys list ana@example.com --json | jq -r '.[].id'",
    ],
    json: [[key]],
  });

  command('revoke <id>', 'revoke an API key of any account; this cannot be undone', revoke, {
    examples: [`account-access keys revoke ${key.id}`],
    json: [{ id: key.id, revoked_at: '2026-02-14T12:00:00.000Z' }],
  });
};

const key = {
  id: 'key_9hT3vWx5Yz0aBcDeFgHiJk',
  key_prefix: 'aak_9hT3vWx5',
  description: 'deploys',
  state: 'active',
  created_at: '2026-01-31T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
};

const verified = {
  active: true,
  kind: 'api_key',
  token_type: 'Bearer',
  sub: 'usr_7pQrStUvWxYz0AbCdEfGhI',
  id: key.id,
  description: key.description,
  iat: 1769851800,
};

const help: HelpTexts = {
  examples: [
    'account-access keys verify < key.txt',
    'account-access keys list ana@example.com',
    `account-access keys revoke ${key.id}`,
  ],
  notes: [databaseHelp],
};

/** Sets exit code 1 when the key is not active. */
async function verifyKey(terminal: Terminal, options: DatabaseOptions): Promise<void> {
  const key = await readKey(terminal);
  await withExistingStore(terminal, options, async (store) => {
    const verified = await createVerification({ ...store, now: Date.now }).verifyKey(key);
    terminal.print(options.json ? toJson(verified) : describe(verified));
    if (!verified.active) terminal.endWith(exitFailure);
  });
}

async function printKeys(
  terminal: Terminal,
  identity: string,
  options: DatabaseOptions,
): Promise<void> {
  await withExistingStore(terminal, options, async (store) => {
    const account = await store.accounts.find(identity);
    if (account === undefined) throw unknownAccount();
    const keys = await store.apiKeys.list(account.id, Date.now());
    if (options.json) return terminal.print(toJson(keys.map(describeKey)));
    if (keys.length === 0) return terminal.say(`${identity} has no API keys.`);
    terminal.print(formatKeys(keys));
  });
}

async function revoke(terminal: Terminal, id: string, options: DatabaseOptions): Promise<void> {
  await withExistingStore(terminal, options, async (store) => {
    const owner = await store.apiKeys.findOwner(id);
    const revocation =
      owner && (await store.apiKeys.revoke(owner, id, Date.now(), { actor: 'operator' }));
    // The message does not repeat the id: the operator may have pasted a key instead.
    if (typeof revocation !== 'object')
      throw new OperatorError('key_unknown', 'there is no API key with this id');
    const { revokedAt } = revocation;
    terminal.say(
      `Revoked ${id} at ${new Date(revokedAt).toISOString()}: it is rejected from now on.`,
    );
    if (options.json) terminal.print(toJson({ id, revokedAt }));
  });
}

// Every field by its name, so that the JSON has it even if its value is unknown.
function describeKey({
  id,
  keyPrefix,
  description,
  state,
  createdAt,
  expiresAt,
  revokedAt,
}: ApiKey) {
  return { id, keyPrefix, description, state, createdAt, expiresAt, revokedAt };
}

function describe(verified: VerifiedKey): string {
  if (!verified.active) return 'inactive';
  const { id, sub, iat, exp, description } = verified;
  const lines = [`active   ${id}`, `user     ${sub}`, `created  ${toTime(iat)}`];
  if (exp !== undefined) lines.push(`expires  ${toTime(exp)}`);
  if (description !== '') lines.push(`label    ${description}`);
  return lines.join('\n');
}

function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** One row per key. Nothing in it is secret, not even the prefix. */
function formatKeys(keys: readonly ApiKey[]): string {
  return formatTable([
    ['ID', 'PREFIX', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED', 'DESCRIPTION'],
    ...keys.map((key) => [
      key.id,
      key.keyPrefix,
      key.state,
      toDay(key.createdAt),
      toDay(key.expiresAt),
      toDay(key.revokedAt),
      key.description ?? '',
    ]),
  ]);
}

/** An API key, from a prompt that hides it or from one line of standard input. Spaces around it are ignored. */
async function readKey(terminal: Terminal): Promise<string> {
  const { stdin } = terminal;
  if (stdin.isTTY !== true)
    return (await onlySecret(createPipedInput(stdin, 'API key', 'key.txt'))).trim();
  if (terminal.mayAsk()) return (await prompt(terminal, 'API key')).trim();
  throw new OperatorError(
    'input_invalid',
    'an API key is required, and the command cannot prompt for it: give it on standard input',
  );
}
