import { onOneLine } from '../escape-controls.ts';
import { annotation } from '../report/github.ts';
import { type Finding, impacts } from './finding.ts';
import type { Suppressed, Suppression } from './suppressions.ts';

const clientWords = { breaking: 'break', compatible: 'work', none: '-' };
const serverWords = { 'must follow': 'follow', none: '-' };

/** For a terminal: a table with one finding per line, the worst first. */
export function text(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing changed.';
  const row = (clients: string, servers: string, change: string) =>
    `${clients.padEnd(7)}  ${servers.padEnd(7)}  ${change}`;
  const counts = impacts.map(
    (impact) => `${findings.filter((found) => found.impact === impact).length} ${impact}`,
  );
  const following = findings.filter(({ servers }) => servers === 'must follow').length;
  return [
    row('CLIENTS', 'SERVERS', 'WHAT CHANGED'),
    ...findings.map(({ clients, servers, subject, change, why, rules }) => {
      const what = `${subject}: ${change} (${why}) [${rules.join(', ')}]`;
      return row(clientWords[clients], serverWords[servers], onOneLine(what));
    }),
    `${counts.join(', ')}; servers must follow ${following}`,
  ].join('\n');
}

const headings = [
  ['Breaks clients, and servers must follow', 'breaking', 'must follow'],
  ['Breaks clients', 'breaking', 'none'],
  ['Servers must follow', 'additive', 'must follow'],
  ['Compatible', 'additive', 'none'],
  ['Editorial', 'editorial', 'none'],
] as const;

/** For a page or a pull request: a list for each rating that there is. */
export function markdown(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing changed.';
  return headings
    .flatMap(([heading, impact, servers]) => {
      const items = findings
        .filter((found) => found.impact === impact && found.servers === servers)
        .map(({ subject, change, why, pointer }) =>
          onOneLine(`- \`${subject}\`: ${change} (${why}). At \`${pointer}\`.`),
        );
      return items.length === 0 ? [] : [[`**${heading}.**`, '', ...items].join('\n')];
    })
    .join('\n\n');
}

export interface Comparison {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly unused: readonly Suppression[];
}

export const comparisonFormats = {
  text: ({ findings, suppressed, unused }: Comparison) =>
    [
      suppressed.length > 0 && findings.length === 0
        ? 'Nothing changed that is not suppressed.'
        : text(findings),
      ...suppressed.map(({ subject, change, reason }) =>
        onOneLine(`suppressed: ${subject}: ${change} (${reason})`),
      ),
      ...unused.map(({ at, reason }) => onOneLine(`unused suppression: ${at} (${reason})`)),
    ].join('\n'),
  json: ({ findings, suppressed, unused }: Comparison) =>
    JSON.stringify({ findings, suppressed, unused }, null, 2),
  markdown: ({ findings }: Comparison) => markdown(findings),
  github: ({ file, findings }: Comparison) =>
    findings
      .filter(({ impact }) => impact !== 'editorial')
      .map(({ clients, servers, subject, change, why, rules, pointer }) => {
        const level = clients === 'breaking' ? 'error' : 'warning';
        const parties = `clients: ${clientWords[clients]}, servers: ${serverWords[servers]}`;
        return annotation(
          level,
          `${subject}: ${change}`,
          `${why} (${parties})\n${pointer}\n${rules.join(', ')}`,
          file,
        );
      })
      .join('\n'),
} as const;
