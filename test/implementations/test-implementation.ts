import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { readBaseline } from '../../conformance/run/baseline.ts';
import { commandLine } from '../bin/support/in-process.ts';
import type { Defect, Implementation } from './implementation.ts';
import { implementationsFolder, withImplementation } from './start-implementation.ts';

/** Tests that an implementation passes `account-access test`, and that each of its defects fails it. */
export function testImplementation(implementation: Implementation): void {
  const { name, defects } = implementation;
  const baseline = join(implementationsFolder, name, 'baseline.yaml');
  const withBaseline = ['--strict', '--baseline', baseline];
  const { decided, safety, shown, standard } = defects;

  // Each test starts its own server. A run may wait for the next one-time code.
  describe.concurrent(`the implementation ${name}`, () => {
    test('passes by default', async ({ expect }) => {
      const { code, report } = await runAgainst(implementation, undefined, []);
      expect({ code, failed: idsOf(report, 'failed'), waived: idsOf(report, 'waived') }).toEqual({
        code: 0,
        failed: [],
        waived: [],
      });
    });

    test('passes with --strict, with a baseline that names exactly what it decides otherwise', async () => {
      const { code, report } = await runAgainst(implementation, undefined, withBaseline);
      expect({ code, failed: idsOf(report, 'failed') }).toEqual({ code: 0, failed: [] });
      const entries = readBaseline(await readFile(baseline, 'utf8')).map(({ check }) => check);
      expect(entries.toSorted()).toEqual(idsOf(report, 'known').toSorted());
    });

    test(`fails ${safety.check} when it ${safety.name}`, async () => {
      expect(await judgeDefect(implementation, safety, [])).toEqual(failedRun);
    });

    for (const defect of [shown, standard])
      test(`fails ${defect.check} when it ${defect.name}`, async () => {
        expect(await judgeDefect(implementation, defect, only(defect))).toEqual(failedRun);
      });

    test(`differs by default, and fails ${decided.check} with --strict, when it ${decided.name}`, async () => {
      const options = only(decided);
      expect(await judgeDefect(implementation, decided, options)).toEqual({ code: 0, kind: 'differs' });
      expect(await judgeDefect(implementation, decided, [...options, ...withBaseline])).toEqual(failedRun);
    });
  });
}

const only = (defect: Defect) => ['--only', defect.check, ...(defect.with ?? [])];

const failedRun = { code: 1, kind: 'failed' };

async function judgeDefect(implementation: Implementation, defect: Defect, options: readonly string[]) {
  const { code, report } = await runAgainst(implementation, defect, options);
  return { code, kind: report.checks.find(({ id }) => id === defect.check)?.kind };
}

/** Starts the implementation, with a defect if one is given, and runs `account-access test` with more options. */
async function runAgainst(
  implementation: Implementation,
  defect: Defect | undefined,
  options: readonly string[],
): Promise<{ readonly code: number; readonly report: Report }> {
  const profile = join(implementationsFolder, 'profile.yaml');
  return withImplementation(implementation, defect, async (url) => {
    const args = ['test', url, '--profile', profile, '--seed', '1', '--json', ...options];
    const { code, stdout, stderr } = await commandLine(args);
    if (stdout === '') throw new Error(`the run has no report: ${stderr}`);
    return { code, report: JSON.parse(stdout) };
  });
}

function idsOf(report: Report, kind: Report['checks'][number]['kind']): string[] {
  return report.checks.filter((check) => check.kind === kind).map(({ id }) => id);
}
