import { escapeControls } from '../escape-controls.ts';
import { outcomeKinds } from '../outcome.ts';
import { causesOf } from './causes.ts';
import { notJudgedIn } from './not-judged.ts';
import type { Report } from './report.ts';
import { count, describeFinding } from './text.ts';

/**
 * Annotations for GitHub Actions, as workflow commands: an error per cause of failures, because a step shows only ten; a warning
 * per difference and per gap.
 */
export function githubAnnotations(report: Report): string {
  const failures = causesOf(report.checks).map(({ cases, operations }) => {
    const [{ check, finding }] = cases;
    const all =
      cases.length === 1
        ? ''
        : `\nin all: ${count(cases.length, 'case')} of ${operations.join(', ')}`;
    return annotation('error', check.id, `${check.rule}\n${describeFinding(finding)}${all}`);
  });
  const lines = report.checks.flatMap(({ id, rule, kind, reason = '', findings }) => {
    if (kind === 'error') return [annotation('error', `${id}: an error in the test tool`, reason)];
    return findings.flatMap((finding) => {
      const { level } = outcomeKinds[finding.kind];
      if (level === 'note' || finding.kind === 'failed') return [];
      return [annotation(level, id, `${rule}\n${describeFinding(finding)}`)];
    });
  });
  const { stopReason } = report;
  const ended =
    stopReason === undefined ? [] : [annotation('warning', 'The run was ended', stopReason)];
  const open = notJudgedIn(report).map(({ text }) => annotation('warning', 'Not judged', text));
  return [...ended, ...failures, ...lines, ...open].map((line) => `${line}\n`).join('');
}

/** A text in which the runner of GitHub Actions obeys nothing: a server could send it `::add-mask::` or `::set-output::`. */
export function withoutCommands(text: string, token: string): string {
  const end = text.endsWith('\n') ? '' : '\n';
  return `::stop-commands::${token}\n${text}${end}::${token}::\n`;
}

/** One annotation as a workflow command. @param file which file it is about */
export function annotation(
  level: 'error' | 'warning',
  title: string,
  message: string,
  file?: string,
): string {
  const data = (text: string) =>
    escapeControls(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = file === undefined ? '' : `file=${property(file)},`;
  return `::${level} ${place}title=${property(title)}::${data(message)}`;
}
