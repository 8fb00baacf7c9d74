import { outcomeKinds } from '../../outcome.ts';
import { describeFinding } from '../describe-finding.ts';
import { describeSource } from '../describe-source.ts';
import type { Finding, Report, ReportedCheck } from '../report.ts';
import { documentFile, ourContract } from './document-file.ts';
import { locateIn, type Region } from './document-lines.ts';

/**
 * The report as SARIF 2.1.0 (OASIS), with all that GitHub code scanning requires. A server has no source files here, so the
 * location of a finding is the line of its operation in the OpenAPI document.
 *
 * @example await writeFile('contract.sarif', sarifReport(report));
 */
export function sarifReport(report: Report): string {
  const document = report.document === undefined ? ourContract() : documentFile(report.document);
  const reported = report.checks.filter(({ findings }) => findings.length > 0);
  const locate = locateIn(reported.length === 0 ? '' : document.text);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'account-access test',
            informationUri: 'https://www.npmjs.com/package/account-access',
            rules: reported.map(rule),
          },
        },
        invocations: [
          { executionSuccessful: report.verdict !== 'inconclusive', startTimeUtc: report.startedAt },
        ],
        properties: { target: report.target, seed: report.seed },
        results: reported.flatMap((check, ruleIndex) =>
          check.findings.map((finding) => {
            const operation = finding.operation ?? check.operation;
            const status = finding.exchanges.at(-1)?.status;
            const region = locate({ operation, status, source: check.source });
            return result(check, finding, ruleIndex, { uri: document.uri, region });
          }),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function rule({ id, rule: sentence, strength, source, findings }: ReportedCheck) {
  const { label, text, url } = describeSource(source);
  const [worst] = findings.map(({ kind }) => outcomeKinds[kind].level);
  return {
    id,
    shortDescription: { text: sentence },
    fullDescription: { text: `${sentence} Source: ${label} (${strength}).` },
    // The source has no address of its own, so its words are quoted.
    help: { text: text === undefined ? `${sentence}\n${label}` : `${label}\n${text}` },
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: worst ?? 'note' },
    properties: { tags: ['contract', strength], precision: 'very-high', strength, source },
  };
}

interface Location {
  readonly uri: string;
  readonly region: Region;
}

function result(check: ReportedCheck, finding: Finding, ruleIndex: number, { uri, region }: Location) {
  return {
    ruleId: check.id,
    ruleIndex,
    level: outcomeKinds[finding.kind].level,
    message: { text: `${check.rule}\n${describeFinding(finding)}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region },
        logicalLocations: [
          { fullyQualifiedName: finding.operation ?? check.operation ?? check.source, kind: 'resource' },
        ],
      },
    ],
    // GitHub compares only the first one. It keeps an alert when lines of the document move.
    partialFingerprints: { primaryLocationLineHash: finding.id, 'finding/v1': finding.id },
    ...((finding.kind === 'waived' || finding.kind === 'known') && {
      suppressions: [{ kind: 'external', justification: finding.reason ?? '' }],
    }),
  };
}
