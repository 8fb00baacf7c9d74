import { Ajv2020 } from 'ajv/dist/2020.js';
import { LineCounter, parseDocument } from 'yaml';
import { isJsonObject } from '../document/model/pointer.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import type { OperationSettings, Profile } from './profile.ts';
import { type ProfilePart, profileSchema } from './profile-part.ts';
import { type CredentialFile, readCredentials } from './read-credentials.ts';
import { readSecret, type SecretSources } from './read-secret.ts';

interface ProfileFile {
  demo?: boolean;
  credentials?: Record<string, CredentialFile>;
  otherCredentials?: Record<string, CredentialFile>;
  headers?: Record<string, string>;
  values?: Record<string, unknown>;
  clientCertificate?: { passphrase?: string };
  waivers?: Profile['waivers'];
  budget?: { logins?: number | 'unlimited'; failures?: number | 'unlimited' };
  limits?: { requestsPerSecond?: number; parallel?: number };
  operations?: Record<string, OperationFile>;
}

interface OperationFile {
  skip?: string;
  headers?: Record<string, string>;
  values?: Record<string, unknown>;
  requestsPerSecond?: number;
  timeout?: number;
}

export class ProfileError extends Error {
  /** One line per problem, each with the path to the value. */
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ProfileError';
    this.problems = problems;
  }
}

/**
 * Reads a profile and its secrets, with the fields of these parts.
 * @throws ProfileError with all problems at once.
 */
export async function readProfile(
  text: string,
  sources: SecretSources,
  parts: readonly ProfilePart[] = [],
): Promise<Profile> {
  const file = parse(text, parts);
  const problems: string[] = [];
  const secret = async (reference: string, path: string): Promise<string> => {
    const read = await readSecret(reference, path, sources, file.demo ?? false);
    if ('value' in read) return read.value;
    problems.push(`${path}: ${read.problem}`);
    return '';
  };
  const fields: object = {};
  for (const part of parts) Object.assign(fields, await part.read(file, secret));
  const isReference = (text: string) => /^(env|file|command):/.test(text);
  const plainOrSecret = async (text: string, path: string) =>
    isReference(text) ? secret(text, path) : text;
  const secretValues: (readonly [string, string])[] = [];
  const value = async (given: unknown, path: string): Promise<unknown> => {
    if (isJsonObject(given)) return readEach(given, path, value);
    if (typeof given !== 'string' || !isReference(given)) return given;
    const read = await secret(given, path);
    secretValues.push([path.replace(/^.*\//, ''), read]);
    return read;
  };
  const { passphrase } = file.clientCertificate ?? {};
  const opened = passphrase && (await secret(passphrase, '/clientCertificate/passphrase'));
  const connection = { ...sources.connection, ...(opened && { passphrase: opened }) };
  const reading = {
    secret,
    plainOrSecret,
    connection,
    problems,
    runAgain: async (reference: string, path: string) => {
      const read = await readSecret(reference, path, sources, false);
      if ('problem' in read) throw new Error(read.problem);
      return read.value;
    },
  };
  const own = await readCredentials(file.credentials, '/credentials', reading);
  const others = await readCredentials(file.otherCredentials, '/otherCredentials', reading);
  secretValues.push(...own.secrets, ...others.secrets);
  const headers = Object.entries(await readEach(file.headers, '/headers', plainOrSecret));
  const values = await readEach(file.values, '/values', value);
  const operations = await readEach(
    file.operations,
    '/operations',
    async ({ headers, values, timeout, ...others }, path): Promise<OperationSettings> => ({
      ...others,
      headers: Object.entries(await readEach(headers, `${path}/headers`, plainOrSecret)),
      values: await readEach(values, `${path}/values`, value),
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    }),
  );
  if (problems.length > 0) throw new ProfileError(problems);
  const { waivers = [], budget = {}, limits = {} } = file;
  return {
    ...fields,
    credentials: own.values,
    renewals: own.renewals,
    otherCredentials: others.values,
    waivers,
    budget: { logins: amount(budget.logins), failures: amount(budget.failures) },
    limits: { requestsPerSecond: limits.requestsPerSecond, parallel: limits.parallel ?? 8 },
    headers,
    values,
    operations,
    secretValues,
    passphrase: opened,
  };
}

/** Reads each field, one after the other: a prompt waits for its answer. */
async function readEach<Given, Read>(
  fields: Readonly<Record<string, Given>> | undefined,
  path: string,
  read: (given: Given, path: string) => Promise<Read>,
): Promise<Record<string, Read>> {
  const found: Record<string, Read> = {};
  for (const [name, given] of Object.entries(fields ?? {}))
    found[name] = await read(given, `${path}/${name}`);
  return found;
}

function amount(given: number | 'unlimited' = 'unlimited'): number {
  return given === 'unlimited' ? Number.POSITIVE_INFINITY : given;
}

function parse(text: string, parts: readonly ProfilePart[]): ProfileFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new ProfileError(
      document.errors.map(
        ({ message, pos }) => `line ${lines.linePos(pos[0]).line}: ${message.split('\n')[0]}`,
      ),
    );
  }
  const value: unknown = document.toJS() ?? {};
  const problems = problemsOf(value, parts);
  if (problems.length > 0) throw new ProfileError(problems);
  // `problemsOf` has checked it against the schema.
  return value as ProfileFile;
}

function problemsOf(value: unknown, parts: readonly ProfilePart[]): string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });
  const validate = ajv.compile(profileSchema(parts));
  if (validate(value)) return [];
  // The one of `if` says nothing more than that of the field.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  const found = errors.map(({ instancePath, keyword, message, params, parentSchema }) => {
    const path = instancePath === '' ? '/' : instancePath;
    if (keyword === 'additionalProperties') {
      const field = params.additionalProperty;
      const known = Object.keys(parentSchema?.properties ?? {});
      return `${path}: unknown field "${field}".${didYouMean(field, known)}`.replace(/\.$/, '');
    }
    if (keyword === 'enum') return `${path}: must be one of ${params.allowedValues.join(', ')}`;
    if (keyword === 'const' || keyword === 'anyOf')
      return `${path}: must be a whole number or "unlimited"`;
    return `${path}: ${message ?? keyword}`;
  });
  return [...new Set(found)];
}
