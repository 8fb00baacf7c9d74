import { Command } from 'commander';
import { findAccount } from '../../server/accounts.ts';
import { introspect } from '../../server/internal/introspect.ts';
import { OperatorError } from '../../server/operator-error.ts';
import type { ApiKey } from '../../server/store/store.ts';
import { addDatabaseOptions, type DatabaseOptions, withDatabase } from '../database.ts';
import { formatTable, toDay, toJson } from '../format.ts';
import { openInput } from '../secret-input.ts';
import type { AddCommand } from '../terminal.ts';

interface Options extends DatabaseOptions {
  readonly json?: boolean;
}

export const keys: AddCommand = (terminal, endWith) => {
  const group = new Command('keys').description('verify, list and revoke API keys');
  const add = (usage: string, description: string) =>
    addDatabaseOptions(group.command(usage).description(description)).option(
      '--json',
      'print JSON',
    );

  add('list <identity>', 'list the API keys of an account, oldest first').action(
    (identity: string, options: Options) =>
      withDatabase(options, async (opened) => {
        const { id } = await findAccount(opened, identity);
        const found = await opened.store.apiKeys.list(id);
        if (options.json) terminal.print(toJson(found));
        else if (found.length === 0) terminal.say(`${identity} has no API keys.`);
        else terminal.print(formatKeys(found));
      }),
  );

  add('revoke <id>', 'permanently revoke an API key of any account').action(
    (keyId: string, options: Options) =>
      withDatabase(options, async ({ store, database }) => {
        const key = await store.apiKeys.find(keyId);
        // The message does not repeat the id: the operator may have pasted a key instead.
        if (key === undefined)
          throw new OperatorError(`there is no API key with this id in ${database}`);
        const { accountId } = key;
        const source = { actor: 'operator' } as const;
        const now = Date.now();
        const revocation = { accountId, revision: undefined, keyId, now, source };
        const revokedAt = await store.apiKeys.revoke(revocation);
        terminal.say(`Revoked ${keyId}: it is rejected from now on.`);
        if (options.json) terminal.print(toJson({ id: keyId, revokedAt }));
      }),
  );

  add('verify', 'check whether an API key is active: exit code 0 if it is, 1 if not')
    .addHelpText(
      'after',
      '\nThe command prompts for the key, or reads it from standard input.\nThe JSON is that of /introspect.',
    )
    .action(async (options: Options) => {
      const input = openInput(terminal);
      const key = (await input.secret('API key')).trim();
      await input.end();
      await withDatabase(options, async ({ store }) => {
        const verified = await introspect(store, key, Date.now());
        const isActive = verified.active && verified.kind === 'api_key';
        const result = isActive ? verified : ({ active: false } as const);
        if (options.json) terminal.print(toJson(result));
        else terminal.print(result.active ? `active  ${result.id}  ${result.sub}` : 'inactive');
        if (!isActive) endWith(1);
      });
    });

  return group;
};

/** One row per key. Nothing in it is secret, not even the prefix. */
function formatKeys(found: readonly ApiKey[]): string {
  return formatTable([
    ['ID', 'PREFIX', 'STATE', 'CREATED', 'REVOKED', 'DESCRIPTION'],
    ...found.map(({ id, keyPrefix, state, createdAt, revokedAt, description }) => [
      id,
      keyPrefix,
      state,
      toDay(createdAt),
      toDay(revokedAt),
      description,
    ]),
  ]);
}
