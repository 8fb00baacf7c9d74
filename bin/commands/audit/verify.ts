import { existsSync, readFileSync } from 'node:fs';
import { showProgress } from '../../../conformance/engine/terminal/redrawn-line.ts';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { exitFailure } from '../../../conformance/engine/terminal/usage-error.ts';
import { type Anchor, findAnchors, formatAnchor } from '../../../operator/audit/anchor.ts';
import { openAudit } from '../../../operator/audit/open-audit.ts';
import type {
  AnchorOutcome,
  AuditReport,
  ChainProblem,
  ChainReport,
} from '../../../operator/audit/verify.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { fileProblem } from '../../../server/security/private-file.ts';
import type { DatabaseOptions } from '../../options/database-option.ts';
import { formatTable, toJson } from '../../output/format-table.ts';

/** Prints an anchor, or the problems found. Sets exit code 1 if the log is not intact or does not continue from the anchor. */
export async function verifyAudit(
  terminal: Terminal,
  { database, anchor, json }: DatabaseOptions & { readonly anchor?: string },
): Promise<void> {
  const anchors = anchor === undefined ? [] : readAnchors(anchor);
  const audit = await openAudit({ database });
  const progress = showProgress(terminal, 'events verified');
  try {
    const report = await audit.verify({ anchors, progress: progress.report });
    progress.end();
    if (json)
      terminal.print(toJson({ ...report, anchor: report.anchor && formatAnchor(report.anchor) }));
    else printReport(terminal, report);
    if (!report.intact) terminal.endWith(exitFailure);
  } finally {
    progress.end();
    await audit.close();
  }
}

function readAnchors(lineOrFile: string): Anchor[] {
  const found = findAnchors(existsSync(lineOrFile) ? readText(lineOrFile) : lineOrFile);
  const anchors = found.filter((anchor) => anchor !== undefined);
  // Ignoring an altered anchor would skip the check of the events that it covers.
  if (anchors.length < found.length)
    throw new OperatorError(
      'input_invalid',
      "--anchor contains an invalid anchor: it was changed or cut off after 'audit verify' printed it",
    );
  if (anchors.length > 0) return anchors;
  throw new OperatorError(
    'input_invalid',
    "--anchor is neither an anchor nor a file with one: give the line that 'audit verify' printed",
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new OperatorError(
      'file_unusable',
      `cannot read the anchor ${file}: ${fileProblem(cause)}`,
      {
        cause,
      },
    );
  }
}

function printReport(
  { say, print }: Terminal,
  { anchor, events, chains, anchors }: AuditReport,
): void {
  if (anchor !== undefined) {
    say(
      `No event was changed, removed or added: ${events.toLocaleString('en')} events in ${chains.length} chains.`,
    );
  } else {
    say(
      `error: the audit log is not intact in ${chains.filter(({ broken }) => broken).length} of its chains\n`,
    );
    print(describeProblems(chains));
  }
  for (const outcome of anchors)
    say(`${outcome === 'extended' ? '' : 'error: '}${anchorOutcomes[outcome]}`);
  if (anchor === undefined) return;
  if (anchors.length === 0)
    say('Anchor. Store it where nobody who can write to the database can change it:');
  print(formatAnchor(anchor));
}

const anchorOutcomes = {
  extended: 'The log continues from the anchor: no earlier event is missing.',
  shorter: 'events that the anchor counts are missing',
  different: 'the log was rewritten since the anchor, or the anchor is from another database',
  unknown: 'cannot compare the log with the anchor: a chain is broken before it',
} as const satisfies Record<AnchorOutcome, string>;

function describeProblems(chains: readonly ChainReport[]): string {
  const rows = chains.flatMap(({ chain, events, broken }) =>
    broken === undefined
      ? []
      : [[String(chain), String(events), String(broken.sequence), problems[broken.problem]]],
  );
  return formatTable([['CHAIN', 'VALID', 'FIRST INVALID', 'PROBLEM'], ...rows]);
}

const problems = {
  missing: 'an event is missing',
  changed: 'the event was changed',
  unlinked: 'the event does not follow the one before',
  misplaced: 'the event belongs to another chain',
  format_unknown: 'unknown hash format',
  cut: 'the last events are missing',
  before_start: 'events before the first one',
  beyond_end: 'events after the recorded end',
  end_changed: 'the recorded end was changed',
  end_missing: 'the recorded end is missing',
} as const satisfies Record<ChainProblem, string>;
