import { describeFinding } from './describe-finding.ts';
import { describeSource } from './describe-source.ts';
import type { Finding, Report, ReportedCheck } from './report.ts';

const levels = {
  failed: 'error',
  warning: 'warning',
  differs: 'warning',
  waived: 'note',
  known: 'note',
  observed: 'note',
} as const satisfies Record<Finding['kind'], string>;

/**
 * The report as SARIF 2.1.0 (OASIS). A server has no files, so the location of a finding is its operation.
 * @example await writeFile('contract.sarif', sarifReport(report));
 */
export function sarifReport(report: Report): string {
  const reported = report.checks.filter(({ findings }) => findings.length > 0);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'account-access test',
            informationUri: 'https://www.npmjs.com/package/account-access',
            rules: reported.map(({ id, rule, strength, source }) => ({
              id,
              shortDescription: { text: rule },
              ...helpOf(source),
              properties: { strength, source },
            })),
          },
        },
        invocations: [
          { executionSuccessful: report.verdict !== 'inconclusive', startTimeUtc: report.startedAt },
        ],
        properties: { target: report.target, seed: report.seed },
        results: reported.flatMap((check, ruleIndex) =>
          check.findings.map((finding) => result(check, finding, ruleIndex)),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

// The source has no address of its own, so its words are quoted.
function helpOf(source: string) {
  const { label, text, url } = describeSource(source);
  return {
    ...(text !== undefined && { help: { text: `${label}\n${text}` } }),
    ...(url !== undefined && { helpUri: url }),
  };
}

function result(check: ReportedCheck, finding: Finding, ruleIndex: number) {
  return {
    ruleId: check.id,
    ruleIndex,
    level: levels[finding.kind],
    message: { text: `${check.rule}\n${describeFinding(finding)}` },
    locations: [
      { logicalLocations: [{ fullyQualifiedName: check.operation ?? check.source, kind: 'resource' }] },
    ],
    partialFingerprints: { 'finding/v1': finding.id },
    ...((finding.kind === 'waived' || finding.kind === 'known') && {
      suppressions: [{ kind: 'external', justification: finding.reason ?? '' }],
    }),
  };
}
