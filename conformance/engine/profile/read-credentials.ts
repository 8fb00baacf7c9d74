import { type Connection, createTokenSource, type OAuthGrant, problemsOfGrant } from './oauth.ts';
import type { ReadReference } from './profile-part.ts';

/** A credential of the file: a reference to a secret, or how to get a token. */
export type CredentialFile = string | OAuthGrant;

interface Reading {
  readonly secret: ReadReference;
  /** For what need not be a secret. */
  readonly plainOrSecret: ReadReference;
  /** Runs the program of `command:` again. Throws an error with the reason. */
  readonly runAgain: (reference: string, path: string) => Promise<string>;
  readonly connection: Connection;
  /** Has a line for each problem so far. Tokens are requested only without one. */
  readonly problems: string[];
}

interface Credentials {
  readonly values: Record<string, string>;
  /** By name, for those that expire: gets a new one, and sets it in `values`. */
  readonly renewals: Map<string, () => Promise<string>>;
  /** The secrets with which tokens are requested. */
  readonly secrets: (readonly [name: string, value: string])[];
}

/** Reads the credentials of one user, one after the other: a prompt waits for its answer. */
export async function readCredentials(
  file: Readonly<Record<string, CredentialFile>> = {},
  above: string,
  reading: Reading,
): Promise<Credentials> {
  const found: Credentials = { values: {}, renewals: new Map(), secrets: [] };
  const renewWith = (name: string, fetch: () => Promise<string>) => {
    const renew = async () => {
      const value = await fetch().catch((cause) => {
        throw new Error(`${above}/${name}: ${cause instanceof Error ? cause.message : cause}`);
      });
      found.values[name] = value;
      return value;
    };
    found.renewals.set(name, renew);
    return renew;
  };

  for (const [name, given] of Object.entries(file)) {
    const path = `${above}/${name}`;
    if (typeof given === 'string') {
      found.values[name] = await reading.secret(given, path);
      if (given.startsWith('command:')) renewWith(name, () => reading.runAgain(given, path));
      continue;
    }
    const renew = renewWith(name, await openGrant(given, path, reading, found));
    if (reading.problems.length > 0) continue;
    await renew().catch(({ message }) => reading.problems.push(message));
  }
  return found;
}

const secretFields = ['clientSecret', 'password', 'refreshToken'] as const;
const otherFields = ['clientId', 'username'] as const;

async function openGrant(
  given: OAuthGrant,
  path: string,
  { secret, plainOrSecret, connection, problems }: Reading,
  { secrets }: Credentials,
): Promise<() => Promise<string>> {
  let grant = given;
  for (const name of otherFields)
    if (given[name] !== undefined)
      grant = { ...grant, [name]: await plainOrSecret(given[name], `${path}/${name}`) };
  for (const name of secretFields) {
    if (given[name] === undefined) continue;
    const value = await secret(given[name], `${path}/${name}`);
    secrets.push([name, value]);
    grant = { ...grant, [name]: value };
  }
  problems.push(...problemsOfGrant(given).map((problem) => `${path}: ${problem}`));
  return createTokenSource(grant, connection);
}
