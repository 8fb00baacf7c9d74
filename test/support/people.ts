import { createHash, randomBytes } from 'node:crypto';
import { hashAll } from '../../operator/accounts/mfa-setup.ts';
import { createId } from '../../server/security/id.ts';
import { createRecoveryCodes } from '../../server/security/one-time-codes/recovery-codes.ts';
import { createTotpSecret } from '../../server/security/one-time-codes/totp.ts';
import { currentTotpCode } from '../../server/security/one-time-codes/totp-step.ts';
import { seconds } from './clock.ts';
import type { TestServer } from './test-server.ts';

/** Where people are added: a test server, or an open store with a clock. */
export type Place = Pick<TestServer, 'store' | 'passwords' | 'clock'>;

export interface Person {
  readonly id: string;
  readonly identity: string;
  readonly password: string;
}

export interface PersonWithMfa extends Person {
  readonly totpSecret: string;
  readonly recoveryCodes: readonly string[];
}

let count = 0;
const seeds = new WeakMap<Place['store'], number>();

/** Adds an account with an identity of its own. */
export async function addPerson(server: Place, given: Partial<Person> = {}): Promise<Person> {
  return addAccount(server, given, undefined);
}

export async function addPersonWithMfa(server: Place): Promise<PersonWithMfa> {
  const totpSecret = createTotpSecret(() => nextSeed(server));
  const recoveryCodes = createRecoveryCodes(randomBytes);
  const mfa = { totpSecret, confirmedStep: undefined, recoveryCodeHashes: hashAll(recoveryCodes) };
  return { ...(await addAccount(server, {}, mfa)), totpSecret, recoveryCodes };
}

// The same in every run: of six digits drawn by chance, now and then two codes are alike that a test takes for different.
function nextSeed({ store }: Place): Uint8Array {
  const nth = (seeds.get(store) ?? 0) + 1;
  seeds.set(store, nth);
  return createHash('sha1').update(`person ${nth} with MFA`).digest();
}

async function addAccount(
  { store, passwords, clock }: Place,
  { password = 'correct horse battery staple', ...given }: Partial<Person>,
  mfa: Parameters<TestServer['store']['accounts']['add']>[0]['mfa'],
): Promise<Person> {
  count += 1;
  const person = { id: createId('user', randomBytes), identity: `person-${count}@example.com`, ...given };
  const passwordHash = await passwords.hash(password);
  const outcome = await store.accounts.add({ ...person, nickname: 'Ana', passwordHash, mfa }, clock.now());
  if (outcome !== 'added') throw new Error('a person of this identity is there already');
  return { ...person, password };
}

/** What a person types to log in. */
export function credentialsOf({ identity, password }: Person) {
  return { identity, password };
}

/** The code that an authenticator app shows, `steps` of 30 seconds from the server's now. */
export function codeOf(
  { totpSecret }: PersonWithMfa,
  { clock }: Pick<TestServer, 'clock'>,
  steps = 0,
): string {
  return currentTotpCode(totpSecret, clock.now() + steps * seconds(30));
}
