import { createHash, randomBytes } from 'node:crypto';
import { hashAll } from '../../../server/accounts.ts';
import { createRecoveryCodes, createTotpSecret } from '../../../server/security/mfa-secrets.ts';
import { currentTotpCode } from '../../../server/security/one-time-codes.ts';
import { createId } from '../../../server/security/random.ts';
import type { NewMfa } from '../../../server/store/store.ts';
import { generate, revoke, textIn, tokenOf } from '../http/call-operations.ts';
import type { Listening } from '../http/send-request.ts';
import { seconds } from './clock.ts';
import type { TestServer } from './test-server.ts';

/** Where to add users: a test server, or an open store with a clock. */
export type AccountStore = Pick<TestServer, 'store' | 'passwords' | 'clock'>;

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
const seeds = new WeakMap<AccountStore['store'], number>();

export async function addPerson(
  server: AccountStore,
  given: Partial<Person> = {},
): Promise<Person> {
  return addAccount(server, given, undefined);
}

export async function addPersonWithMfa(server: AccountStore): Promise<PersonWithMfa> {
  const totpSecret = createTotpSecret(() => nextSeed(server));
  const recoveryCodes = createRecoveryCodes(randomBytes);
  const mfa = { totpSecret, confirmedStep: undefined, recoveryCodeHashes: hashAll(recoveryCodes) };
  return { ...(await addAccount(server, {}, mfa)), totpSecret, recoveryCodes };
}

// The same in every run: with random secrets, two codes of six digits are sometimes equal although a test expects different ones.
function nextSeed({ store }: AccountStore): Uint8Array {
  const nth = (seeds.get(store) ?? 0) + 1;
  seeds.set(store, nth);
  return createHash('sha1').update(`person ${nth} with MFA`).digest();
}

async function addAccount(
  { store, passwords, clock }: AccountStore,
  { password = 'correct horse battery staple', ...given }: Partial<Person>,
  mfa: NewMfa | undefined,
): Promise<Person> {
  count += 1;
  const person = {
    id: createId('user', randomBytes),
    identity: `person-${count}@example.com`,
    ...given,
  };
  const passwordHash = await passwords.hash(password);
  const outcome = await store.accounts.add(
    { ...person, nickname: 'Ana', passwordHash, mfa },
    clock.now(),
  );
  if (outcome !== 'added') throw new Error('this identity exists already');
  return { ...person, password };
}

/** A new user, and the access token of a login. */
export async function addCaller(server: AccountStore & Listening) {
  const person = await addPerson(server);
  return { person, token: await tokenOf(server, credentialsOf(person)) };
}

/** Such a caller, and a key that `end` revokes. */
export async function addKeyOwner(server: AccountStore & Listening, description = 'deploys') {
  const caller = await addCaller(server);
  const made = await generate(server, caller.token, { description });
  const id = textIn(made, 'id');
  return {
    ...caller,
    id,
    key: textIn(made, 'api_key'),
    end: () => revoke(server, caller.token, id),
  };
}

export function credentialsOf({ identity, password }: Pick<Person, 'identity' | 'password'>) {
  return { identity, password };
}

/** The code that an authenticator app shows, `steps` of 30 seconds after the time of the server. */
export function codeOf(
  { totpSecret }: PersonWithMfa,
  { clock }: Pick<TestServer, 'clock'>,
  steps = 0,
): string {
  return currentTotpCode(totpSecret, clock.now() + steps * seconds(30));
}
