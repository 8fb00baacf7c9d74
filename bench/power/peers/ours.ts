import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { rejectedValues, undeclaredStatuses } from '../../../conformance/engine/index.ts';
import { root } from '../../processes/build.ts';
import type { Credential } from '../measure/server-description.ts';
import type { Entry, PowerTool } from '../measure/tool.ts';

/** Of entries that do not fail a run: the screen has them in sections of their own. */
const undeclaredKind = 'undeclared status';
const rejectedKind = 'rejected value';
export const harmlessKinds: ReadonlySet<string> = new Set([undeclaredKind, rejectedKind]);

const program = join(root, 'dist/bin/account-access.js');

/** Our own format, described by report.schema.json. */
interface Report {
  readonly causes: readonly Cause[];
  readonly coverage: Parameters<typeof undeclaredStatuses>[0]['coverage'];
  readonly checks: Parameters<typeof rejectedValues>[0]['checks'];
}
interface Cause {
  readonly title: string;
  readonly checks: readonly string[];
  readonly operations: readonly string[];
  readonly findings: readonly string[];
}

/** As built: `npm run build` comes first. */
export const ours: PowerTool = {
  name: 'openapi-contract-tests',
  setUp: ['credentials: { <scheme>: env:SECRET }'],
  async prepare({ url, document, credential, otherCredential, folder, seconds, seed }) {
    const profile = { ...profileOf(credential), ...othersOf(otherCredential) };
    await writeFile(join(folder, 'profile.yaml'), stringify(profile));
    return [
      {
        program: process.execPath,
        args: [
          ...[program, 'test', url, '--document', document, '--profile', 'profile.yaml'],
          ...[
            '--seed',
            String(seed),
            '--max-time',
            String(seconds),
            '--report',
            'json=report.json',
          ],
        ],
        variables: { SECRET: secretOf(credential), OTHER_SECRET: secretOf(otherCredential) },
      },
    ];
  },
  async readEntries(folder) {
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    const findings = report.checks.flatMap((check) => check.findings);
    const causes = report.causes.map((cause) =>
      entryOf(
        cause,
        findings.find(({ id }) => id === cause.findings[0]),
      ),
    );
    const undeclared = undeclaredStatuses(report).map(({ status, operations }) => ({
      operation: operations.join(', '),
      kind: undeclaredKind,
      message: `the status ${status} is not declared`,
      curl: '',
    }));
    const rejected = rejectedValues(report).map(({ got, places, operations, curl }) => ({
      operation: operations.join(', '),
      kind: rejectedKind,
      message: `${places.join(', ')}: ${got}`,
      curl,
    }));
    return [...causes, ...undeclared, ...rejected];
  },
};

function entryOf(
  { title, checks, operations }: Cause,
  first: Report['checks'][number]['findings'][number] | undefined,
): Entry {
  const curl = first?.exchanges.at(-1)?.curl ?? '';
  return { operation: operations.join(', '), kind: checks[0] ?? '', message: title, curl };
}

const secretOf = (credential: Credential | undefined) =>
  credential?.secret ?? credential?.value ?? '';

const othersOf = (other: Credential | undefined) =>
  other?.scheme === undefined ? {} : { otherCredentials: { [other.scheme]: 'env:OTHER_SECRET' } };

/** A document may name no scheme for what its server requires. */
function profileOf(credential: Credential | undefined): object {
  if (credential === undefined) return {};
  const { scheme, header } = credential;
  return scheme === undefined
    ? { headers: { [header]: 'env:SECRET' } }
    : { credentials: { [scheme]: 'env:SECRET' } };
}
