import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { escapeControls } from '../escape-controls.ts';
import { outcomeKinds } from '../outcome.ts';
import { locateIn, type Region } from './document-lines.ts';
import { notJudgedIn } from './not-judged.ts';
import type { Finding, Report, ReportedCheck } from './report.ts';
import { describeFinding } from './text.ts';

/**
 * The report as SARIF 2.1.0 (OASIS), with all that GitHub code scanning requires. A server has no source files here, so the
 * location of a finding is the line of its operation in the OpenAPI document.
 *
 * @param contract the document of the suites, for a report of a run without a document of its own.
 * @example await writeFile('contract.sarif', sarifReport(report));
 */
export function sarifReport(
  report: Report,
  contract: DocumentFile = { uri: '.', text: '' },
): string {
  const document = report.document === undefined ? contract : documentFile(report.document);
  const reported = report.checks.filter(({ findings }) => findings.length > 0);
  const locate = locateIn(reported.length === 0 ? '' : document.text);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: `${report.tool.name} test`,
            version: report.tool.version,
            informationUri: report.tool.homepage,
            rules: reported.map((check) => rule(check, report)),
          },
        },
        invocations: [
          {
            executionSuccessful: report.verdict !== 'inconclusive',
            startTimeUtc: report.startedAt,
            ...notifications(report),
          },
        ],
        properties: { target: report.target, seed: report.seed },
        results: reported.flatMap((check, ruleIndex) =>
          check.findings.map((finding) => {
            const operation = finding.operation ?? check.operation;
            const status = finding.exchanges.at(-1)?.status;
            const region = locate({ operation, status, source: check.source });
            const cause = report.causes.find(({ findings }) => findings.includes(finding.id))?.id;
            return result(check, finding, ruleIndex, document.uri, region, cause);
          }),
        ),
      },
    ],
  };
  return `${escapeControls(JSON.stringify(log, undefined, 2))}\n`;
}

/** Why nothing, or no more, could be tested, and what could not be judged. */
function notifications(report: Report) {
  const { stopReason } = report;
  const texts = [
    ...(stopReason === undefined ? [] : [stopReason]),
    ...notJudgedIn(report).map(({ text }) => `not judged: ${text}`),
  ];
  if (texts.length === 0) return {};
  const toolExecutionNotifications = texts.map((text) => ({ level: 'warning', message: { text } }));
  return { toolExecutionNotifications };
}

function rule(
  { id, rule: sentence, basis, source, label, findings }: ReportedCheck,
  { sources }: Report,
) {
  const { text, url } = sources.find((one) => one.source === source) ?? {};
  const [worst] = findings.map(({ kind }) => outcomeKinds[kind].level);
  return {
    id,
    shortDescription: { text: sentence },
    fullDescription: { text: `${sentence} Source: ${label} (${basis}).` },
    // The source has no address of its own, so its words are quoted.
    help: { text: text === undefined ? `${sentence}\n${label}` : `${label}\n${text}` },
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: worst ?? 'note' },
    properties: { tags: ['contract', basis], precision: 'very-high', basis, source },
  };
}

function result(
  check: ReportedCheck,
  finding: Finding,
  ruleIndex: number,
  uri: string,
  region: Region,
  cause: string | undefined,
) {
  return {
    ruleId: check.id,
    ruleIndex,
    level: outcomeKinds[finding.kind].level,
    message: { text: `${check.rule}\n${describeFinding(finding)}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region },
        logicalLocations: [
          {
            fullyQualifiedName: finding.operation ?? check.operation ?? check.source,
            kind: 'resource',
          },
        ],
      },
    ],
    // GitHub compares only the first one. It keeps an alert when lines of the document move.
    partialFingerprints: { primaryLocationLineHash: finding.id, 'finding/v1': finding.id },
    ...(cause !== undefined && { properties: { cause } }),
    ...((finding.kind === 'waived' || finding.kind === 'known') && {
      suppressions: [{ kind: 'external', justification: finding.reason ?? '' }],
    }),
  };
}

/** An OpenAPI document as a file: its text, and its address for SARIF. */
export interface DocumentFile {
  /** Relative to the root of the repository, with slashes, as GitHub requires. */
  readonly uri: string;
  /** YAML or JSON. Empty when the file cannot be read here. */
  readonly text: string;
}

/** @param document a path, relative to the current folder, or the address of a document on the web. */
function documentFile(document: string): DocumentFile {
  // Where results are uploaded with a checkout, an address outside of it is an error.
  if (/^https?:/.test(document))
    return { uri: new URL(document).pathname.split('/').at(-1) || 'openapi', text: '' };
  const file = resolve(document);
  const path = relative(repositoryOf(dirname(file)), file)
    .split(sep)
    .join('/');
  return { uri: encodeURI(path), text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

/** The closest folder around a file that is a repository, else the folder itself. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
