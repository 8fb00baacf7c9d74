import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import type { Report, ReportedCheck } from '../../conformance/report/report.ts';
import { readBaseline } from '../../conformance/run/baseline.ts';
import { commandLine } from '../bin/support/in-process.ts';
import {
  type Defect,
  type Implementation,
  implementationsFolder,
  withImplementation,
} from './start-implementation.ts';

function isInstalled({ requires }: Implementation): boolean {
  if (requires === undefined) return true;
  const [program, ...args] = requires.probe;
  return spawnSync(program, args).status === 0;
}

/** Tests that an implementation passes `account-access test`, and that each of its defects fails it. */
export function testImplementation(implementation: Implementation): void {
  const { name, defects } = implementation;
  const baseline = join(implementationsFolder, name, 'baseline.yaml');
  const everything = ['--strict', '--wire', '--baseline', baseline];

  // With CI=true nothing is missing, or the tests fail.
  const isMissing = process.env.CI !== 'true' && !isInstalled(implementation);
  if (isMissing)
    console.warn(`\nSKIPPED: the implementation ${name} needs: ${implementation.requires?.install}\n`);

  describe.skipIf(isMissing)(`the implementation ${name}`, () => {
    test('passes by default, and decides otherwise exactly where its baseline says', async ({ expect }) => {
      const { code, report } = await withImplementation(implementation, undefined, (url) => run(url, []));
      const failed = [...idsOf(report, 'failed'), ...idsOf(report, 'waived'), ...idsOf(report, 'error')];
      expect({ code, verdict: report.verdict, failed }).toEqual({ code: 0, verdict: 'passed', failed: [] });
      const entries = readBaseline(await readFile(baseline, 'utf8')).map(({ check }) => check);
      const others = [...idsOf(report, 'differs'), ...idsOf(report, 'warning')];
      expect(others.toSorted()).toEqual(entries.toSorted());
    });

    // The other runs send the same requests, so one implementation shows what the options change.
    test.runIf(name === 'node-http')('passes with --strict, --wire and its baseline', async ({ expect }) => {
      const { code, report } = await withImplementation(implementation, undefined, (url) =>
        run(url, everything),
      );
      expect({ code, failed: idsOf(report, 'failed') }).toEqual({ code: 0, failed: [] });
    });

    // A defect needs only its own check, which the run of all checks includes.
    for (const basis of ['safety', 'shown', 'standard'] as const)
      test(titleOf(defects[basis]), async ({ expect }) => {
        const defect = defects[basis];
        const { code, report } = await withImplementation(implementation, defect, (url) =>
          run(url, only(defect)),
        );
        expect({ code, ...findingOf(report, defect) }).toEqual({ code: 1, kind: 'failed', basis });
      });

    for (const [basis, option, kind] of [
      ['wire', '--wire', 'warning'],
      ['decided', '--strict', 'differs'],
    ] as const)
      test(`${titleOf(defects[basis])}, only with ${option}`, async ({ expect }) => {
        const defect = defects[basis];
        await withImplementation(implementation, defect, async (url) => {
          const byDefault = await run(url, only(defect));
          expect({ code: byDefault.code, ...findingOf(byDefault.report, defect) }).toEqual({
            code: 0,
            kind,
            basis,
          });
          const { code, report } = await run(url, [...only(defect), ...everything]);
          expect({ code, ...findingOf(report, defect) }).toEqual({ code: 1, kind: 'failed', basis });
        });
      });
  });
}

const titleOf = ({ check, name }: Defect) => `fails ${check} when it ${name}`;
const only = ({ check, with: others = [] }: Defect) => ['--only', check, ...others];

/** Runs `account-access test` with the profile of the implementations. */
async function run(url: string, options: readonly string[]): Promise<{ code: number; report: Report }> {
  const profile = join(implementationsFolder, 'profile.yaml');
  const args = ['test', url, '--profile', profile, '--seed', '1', '--json', ...options];
  const { code, stdout, stderr } = await commandLine(args);
  if (stdout === '') throw new Error(`the run has no report: ${stderr}`);
  return { code, report: JSON.parse(stdout) };
}

function findingOf(report: Report, { check }: Defect): Pick<ReportedCheck, 'kind' | 'basis'> | undefined {
  const { kind, findings = [] } = report.checks.find(({ id }) => id === check) ?? {};
  const [worst] = findings;
  return kind && worst && { kind, basis: worst.basis };
}

function idsOf(report: Report, kind: ReportedCheck['kind']): string[] {
  return report.checks.filter((check) => check.kind === kind).map(({ id }) => id);
}
