import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LineCounter, parseDocument } from 'yaml';
import type { AccountFixture, MfaFixture, Profile } from './profile.ts';

/** The content of a profile that is valid by profile.schema.json. */
interface ProfileFile {
  demo?: boolean;
  fixtures?: Partial<Record<'account' | 'secondAccount' | 'disabledAccount', AccountFixture>> &
    Partial<Record<'mfaAccount' | 'secondMfaAccount', WrittenMfa>>;
  credentials?: Record<string, string>;
  headers?: Record<string, string>;
  keyId?: string;
  failures?: Profile['failures'];
  waivers?: Profile['waivers'];
  budget?: { logins?: number | 'unlimited'; failures?: number | 'unlimited' };
  limits?: { requestsPerSecond?: number; parallel?: number };
}
type WrittenMfa = AccountFixture & { totpSecret: string; recoveryCodes?: readonly string[] };

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
 * Reads a profile and its secrets.
 * @throws ProfileError with all problems at once.
 */
export async function readProfile(text: string, sources: Omit<SecretSources, 'demo'>): Promise<Profile> {
  const file = parse(text);
  const problems: string[] = [];
  const all: SecretSources = { ...sources, demo: file.demo ?? false };
  const secret = async (reference: string, path: string): Promise<string> => {
    const read = await readSecret(reference, path, all);
    if ('value' in read) return read.value;
    problems.push(`${path}: ${read.problem}`);
    return '';
  };
  const account = async (fixture: AccountFixture, path: string): Promise<AccountFixture> => ({
    identity: fixture.identity,
    password: await secret(fixture.password, `${path}/password`),
  });
  const mfa = async (fixture: WrittenMfa, path: string): Promise<MfaFixture> => {
    const recoveryCodes: string[] = [];
    for (const [at, code] of (fixture.recoveryCodes ?? []).entries()) {
      recoveryCodes.push(await secret(code, `${path}/recoveryCodes/${at}`));
    }
    const plain = await account(fixture, path);
    return { ...plain, totpSecret: await secret(fixture.totpSecret, `${path}/totpSecret`), recoveryCodes };
  };
  const given = file.fixtures ?? {};
  // One after the other, so that prompts do not overlap.
  const fixtures: Profile['fixtures'] = {
    ...(given.account && { account: await account(given.account, '/fixtures/account') }),
    ...(given.secondAccount && {
      secondAccount: await account(given.secondAccount, '/fixtures/secondAccount'),
    }),
    ...(given.mfaAccount && { mfaAccount: await mfa(given.mfaAccount, '/fixtures/mfaAccount') }),
    ...(given.secondMfaAccount && {
      secondMfaAccount: await mfa(given.secondMfaAccount, '/fixtures/secondMfaAccount'),
    }),
    ...(given.disabledAccount && {
      disabledAccount: await account(given.disabledAccount, '/fixtures/disabledAccount'),
    }),
  };
  const credentials: Record<string, string> = {};
  for (const [name, reference] of Object.entries(file.credentials ?? {})) {
    credentials[name] = await secret(reference, `/credentials/${name}`);
  }
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(file.headers ?? {})) {
    headers.push([name, /^(env|file):/.test(value) ? await secret(value, `/headers/${name}`) : value]);
  }
  if (problems.length > 0) throw new ProfileError(problems);
  const { keyId = 'auto', failures = 'auto', waivers = [], budget = {}, limits = {} } = file;
  return {
    fixtures,
    credentials,
    keyId: keyId === 'auto' ? undefined : keyId,
    failures,
    waivers,
    budget: { logins: amount(budget.logins, 40), failures: amount(budget.failures, 15) },
    limits: { requestsPerSecond: limits.requestsPerSecond, parallel: limits.parallel ?? 4 },
    headers,
  };
}

function amount(given: number | 'unlimited' | undefined, usual: number): number {
  return given === 'unlimited' ? Number.POSITIVE_INFINITY : (given ?? usual);
}

function parse(text: string): ProfileFile {
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
  const problems = problemsOf(value);
  if (problems.length > 0) throw new ProfileError(problems);
  // `problemsOf` has checked it against the schema.
  return value as ProfileFile;
}

function problemsOf(value: unknown): string[] {
  const schema: object = createRequire(import.meta.url)('#profile-schema');
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const validate = ajv.compile(schema);
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

interface SecretSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder for relative paths after `file:`. */
  readonly folder: string;
  /** Asks the user at the terminal. Undefined without a terminal. */
  readonly prompt: ((question: string) => Promise<string>) | undefined;
  readonly demo: boolean;
}

/** The secret for `env:`, `file:` or `prompt`, or a sentence that says why there is none. */
async function readSecret(
  reference: string,
  name: string,
  sources: SecretSources,
): Promise<{ readonly value: string } | { readonly problem: string }> {
  const [, kind, rest = ''] = /^(env|file):(.*)$/s.exec(reference) ?? [];
  if (kind === 'env') {
    const value = sources.environment[rest];
    return value ? { value } : { problem: `environment variable ${rest} is not set` };
  }
  if (kind === 'file') {
    const path = isAbsolute(rest) ? rest : resolve(sources.folder, rest);
    try {
      // Editors end files with a line feed that is not part of the secret.
      return { value: (await readFile(path, 'utf8')).replace(/\r?\n$/, '') };
    } catch {
      return { problem: `file ${path} cannot be read` };
    }
  }
  if (reference === 'prompt') {
    if (sources.prompt === undefined)
      return { problem: 'prompt needs a terminal; use env:NAME or file:path instead' };
    return { value: await sources.prompt(name) };
  }
  if (!sources.demo)
    return { problem: 'must be env:NAME, file:path or prompt; plain text is allowed only with "demo: true"' };
  return { value: reference };
}
