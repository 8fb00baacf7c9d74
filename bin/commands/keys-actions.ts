import { createKeyOperator } from '../../server/operator/keys.ts';
import { createVerification, type VerifiedKey } from '../../server/operator/verification.ts';
import { withExistingStore } from './existing-store.ts';
import { readKey } from './keys-input.ts';
import { formatKeys } from './keys-table.ts';

export interface KeysOptions {
  readonly database: string;
  readonly secrets?: string;
  readonly json?: boolean;
}

/** Sets exit code 1 when the key is not active. */
export async function verifyKey(options: KeysOptions): Promise<void> {
  const key = await readKey();
  await withExistingStore(options, async (store) => {
    const verified = await createVerification({ ...store, now: Date.now }).verifyKey(key);
    answer(options.json ? JSON.stringify(verified, undefined, 2) : describe(verified));
    if (!verified.active) process.exitCode = 1;
  });
}

export async function listKeys(identity: string, options: KeysOptions): Promise<void> {
  await withExistingStore(options, async (store) => {
    const keys = await createKeyOperator({ ...store, now: Date.now }).list(identity);
    if (!options.json && keys.length === 0) return say(`${identity} has no API keys.`);
    answer(options.json ? JSON.stringify(keys, undefined, 2) : formatKeys(keys));
  });
}

export async function revokeKey(id: string, options: KeysOptions): Promise<void> {
  await withExistingStore(options, async (store) => {
    const { revokedAt } = await createKeyOperator({ ...store, now: Date.now }).revoke(id);
    say(`Revoked ${id}, at ${new Date(revokedAt).toISOString()}: it is refused from now on, for good.`);
  });
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

// Standard output is what a program would want to read, standard error is for people.
function answer(text: string): void {
  process.stdout.write(`${text}\n`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
