import { Ajv2020 } from 'ajv/dist/2020.js';
import { LineCounter, parseDocument } from 'yaml';
import { isJsonObject } from '../document/model/pointer.ts';
import type { Header } from '../http/request.ts';
import type { Profile } from './profile.ts';
import { type ProfilePart, profileSchema } from './profile-part.ts';
import { readSecret, type SecretSources } from './read-secret.ts';

/** The content of a profile that is valid by profile.schema.json. */
interface ProfileFile {
  demo?: boolean;
  credentials?: Record<string, string>;
  otherCredentials?: Record<string, string>;
  headers?: Record<string, string>;
  values?: Record<string, unknown>;
  clientCertificate?: { passphrase?: string };
  waivers?: Profile['waivers'];
  budget?: { logins?: number | 'unlimited'; failures?: number | 'unlimited' };
  limits?: { requestsPerSecond?: number; parallel?: number };
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
  const credentials: Record<string, string> = {};
  const renewals = new Map<string, () => Promise<string>>();
  for (const [name, reference] of Object.entries(file.credentials ?? {})) {
    const path = `/credentials/${name}`;
    credentials[name] = await secret(reference, path);
    if (!reference.startsWith('command:')) continue;
    renewals.set(name, async () => {
      const read = await readSecret(reference, path, sources, false);
      if ('problem' in read) throw new ProfileError([`${path}: ${read.problem}`]);
      credentials[name] = read.value;
      return read.value;
    });
  }
  const otherCredentials: Record<string, string> = {};
  for (const [name, reference] of Object.entries(file.otherCredentials ?? {})) {
    otherCredentials[name] = await secret(reference, `/otherCredentials/${name}`);
  }
  const headers: Header[] = [];
  for (const [name, value] of Object.entries(file.headers ?? {})) {
    const isReference = /^(env|file|command):/.test(value);
    headers.push([name, isReference ? await secret(value, `/headers/${name}`) : value]);
  }
  const value = async (given: unknown, path: string): Promise<unknown> => {
    if (typeof given === 'string') return /^(env|file|command):/.test(given) ? secret(given, path) : given;
    if (!isJsonObject(given)) return given;
    const read: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(given)) read[name] = await value(inner, `${path}/${name}`);
    return read;
  };
  const values: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(file.values ?? {}))
    values[name] = await value(given, `/values/${name}`);
  const { passphrase } = file.clientCertificate ?? {};
  const opened = passphrase && (await secret(passphrase, '/clientCertificate/passphrase'));
  if (problems.length > 0) throw new ProfileError(problems);
  const { waivers = [], budget = {}, limits = {} } = file;
  return {
    ...fields,
    credentials,
    renewals,
    otherCredentials,
    waivers,
    budget: { logins: amount(budget.logins), failures: amount(budget.failures) },
    limits: { requestsPerSecond: limits.requestsPerSecond, parallel: limits.parallel ?? 8 },
    headers,
    values,
    passphrase: opened,
  };
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
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const validate = ajv.compile(profileSchema(parts));
  if (validate(value)) return [];
  const found = (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
    const path = instancePath === '' ? '/' : instancePath;
    if (keyword === 'additionalProperties') return `${path}: unknown field "${params.additionalProperty}"`;
    if (keyword === 'enum') return `${path}: must be one of ${params.allowedValues.join(', ')}`;
    if (keyword === 'const' || keyword === 'anyOf') return `${path}: must be a whole number or "unlimited"`;
    return `${path}: ${message ?? keyword}`;
  });
  return [...new Set(found)];
}
