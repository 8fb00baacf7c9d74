import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import type { Rule } from './check.ts';
import { service } from './checks/service.ts';
import { traceOf } from './checks/support/answer.ts';
import { readProfile } from './profile/read.ts';
import { emptyProfile, type Profile } from './profile.ts';
import { describeFinding } from './report/describe-finding.ts';
import { type ReportedCheck, writeReport } from './report/report.ts';
import { isSelected } from './run/schedule.ts';
import { bind, exitCode, type RunOptions, runChecks } from './run.ts';
import { createSecrets } from './secrets.ts';
import { serviceDocumentSuite } from './service-document.ts';
import { createTarget } from './target.ts';

export interface ContractTestsOptions
  extends Pick<RunOptions, 'only' | 'skip' | 'strengths' | 'strict' | 'destructive' | 'fuzz'> {
  /** Of the server under test; a function when it is known only after `beforeAll`. */
  readonly baseUrl: string | (() => string | Promise<string>);
  /** A profile, or the path of one in YAML. */
  readonly profile?: Profile | string;
  /** What `env:` in the profile refers to. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly seed?: number;
  /** Milliseconds; 120,000 when absent. */
  readonly timeout?: number;
}

/**
 * Registers every contract check as a test: `contractTests({ baseUrl, profile: 'account-access.yaml' })`. They are run once,
 * before the first; a check that could not be put is skipped with its reason, never passed.
 */
export function contractTests(options: ContractTestsOptions): void {
  const suites = [bind(service), serviceDocumentSuite()];
  const rules: Rule[] = suites
    .flatMap(({ always, checks }) => [...always, ...checks])
    .filter((rule) => isSelected(rule, options));

  describe('contract', () => {
    const checks = new Map<string, ReportedCheck>();

    beforeAll(async () => {
      const { baseUrl, profile, environment, seed = 1, timeout: _, ...choice } = options;
      const target = createTarget({ baseUrl: typeof baseUrl === 'string' ? baseUrl : await baseUrl() });
      const secrets = createSecrets();
      try {
        const known = await loadProfile(profile, environment);
        const result = await runChecks({ ...choice, target, secrets, suites, seed, profile: known });
        const report = writeReport(result, { secrets, traceOf, exitCode: exitCode(result) });
        for (const check of report.checks) checks.set(check.id, check);
      } finally {
        target.close();
      }
    }, options.timeout ?? 120_000);

    test.for(rules)('$id: $rule', ({ id }, context) => settle(checks.get(id), context.skip));
  });
}

function settle(check: ReportedCheck | undefined, skip: (reason: string) => void): void {
  if (check === undefined || check.kind === 'notRun') skip(check?.reason ?? 'it was not run');
  if (check?.kind === 'error') throw new Error(`a fault of the test tool: ${check.reason}`);
  if (check?.kind === 'failed')
    throw new Error(`${check.rule}\n${check.findings.map(describeFinding).join('\n\n')}`);
}

async function loadProfile(
  profile: ContractTestsOptions['profile'],
  environment: ContractTestsOptions['environment'] = {},
): Promise<Profile> {
  if (profile === undefined) return emptyProfile;
  if (typeof profile !== 'string') return profile;
  const folder = dirname(resolve(profile));
  return readProfile(await readFile(profile, 'utf8'), { environment, folder, prompt: undefined });
}
