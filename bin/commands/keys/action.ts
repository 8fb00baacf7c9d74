import { createKeyOperator } from '../../../operator/keys/keys.ts';
import { createVerification, type VerifiedKey } from '../../../operator/keys/verification.ts';
import type { ApiKey } from '../../../server/store/keys/api-keys.ts';
import { withExistingStore } from '../../existing-store.ts';
import { notSo } from '../../exit-codes.ts';
import type { DatabaseOptions } from '../../options/database-option.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';
import { readKey } from './input.ts';
import { formatKeys } from './table.ts';

export interface KeysOptions extends DatabaseOptions {
  readonly json?: boolean;
}

/** Sets exit code 1 when the key is not active. */
export async function verifyKey(terminal: Terminal, options: KeysOptions): Promise<void> {
  const key = await readKey(terminal);
  await withExistingStore(terminal, options, async (store) => {
    const verified = await createVerification({ ...store, now: Date.now }).verifyKey(key);
    terminal.answer(options.json ? toJson(verified) : describe(verified));
    if (!verified.active) terminal.endWith(notSo);
  });
}

export async function listKeys(terminal: Terminal, identity: string, options: KeysOptions): Promise<void> {
  await withExistingStore(terminal, options, async (store) => {
    const keys = await createKeyOperator({ ...store, now: Date.now }).list(identity);
    if (options.json) return terminal.answer(toJson(keys.map(describeKey)));
    if (keys.length === 0) return terminal.say(`${identity} has no API keys.`);
    terminal.answer(formatKeys(keys));
  });
}

export async function revokeKey(terminal: Terminal, id: string, options: KeysOptions): Promise<void> {
  await withExistingStore(terminal, options, async (store) => {
    const { revokedAt } = await createKeyOperator({ ...store, now: Date.now }).revoke(id);
    terminal.say(
      `Revoked ${id}, at ${new Date(revokedAt).toISOString()}: it is refused from now on, for good.`,
    );
    if (options.json) terminal.answer(toJson({ id, revokedAt }));
  });
}

// Every member by its name, so that each is in the JSON also where it is unknown.
function describeKey({ id, keyPrefix, description, state, createdAt, expiresAt, revokedAt }: ApiKey) {
  return { id, keyPrefix, description, state, createdAt, expiresAt, revokedAt };
}

function describe(verified: VerifiedKey): string {
  if (!verified.active) return 'inactive';
  const { id, sub, iat, exp, description } = verified;
  const lines = [`active  ${id}`, `user    ${sub}`, `made    ${toTime(iat)}`];
  if (exp !== undefined) lines.push(`ends    ${toTime(exp)}`);
  if (description !== '') lines.push(`label   ${description}`);
  return lines.join('\n');
}

function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
