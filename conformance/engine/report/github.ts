import { outcomeKinds } from '../outcome.ts';
import type { Report } from './report.ts';
import { describeFinding, fitForTerminal } from './text.ts';

/** Annotations for GitHub Actions, as workflow commands: an error per failure, a warning per difference. */
export function githubAnnotations(report: Report): string {
  const lines = fitForTerminal(report).checks.flatMap(
    ({ id, rule, kind, reason = '', findings }) => {
      if (kind === 'error')
        return [annotation('error', `${id}: an error in the test tool`, reason)];
      return findings.flatMap((finding) => {
        const { level } = outcomeKinds[finding.kind];
        if (level === 'note') return [];
        return [annotation(level, id, `${rule}\n${describeFinding(finding)}`)];
      });
    },
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** One annotation as a workflow command. @param file which file it is about */
export function annotation(
  level: 'error' | 'warning',
  title: string,
  message: string,
  file?: string,
): string {
  const data = (text: string) =>
    text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = file === undefined ? '' : `file=${property(file)},`;
  return `::${level} ${place}title=${property(title)}::${data(message)}`;
}
