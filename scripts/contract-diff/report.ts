import { type Finding, impacts } from './finding.ts';

/** For a terminal: a finding in two lines. */
export function text(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing changed.';
  const lines = findings.map(
    ({ impact, sentence, rule, pointer }) =>
      `${impact.padEnd(9)}  ${sentence} [${rule}]\n           ${pointer}`,
  );
  const counts = impacts.map((impact) => `${ofImpact(findings, impact).length} ${impact}`);
  return `${lines.join('\n')}\n${counts.join(', ')}`;
}

/** For a page or a pull request: a list for each impact that there is. */
export function markdown(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing changed.';
  return impacts
    .filter((impact) => ofImpact(findings, impact).length > 0)
    .map((impact) => {
      const items = ofImpact(findings, impact).map(
        ({ sentence, pointer }) => `- ${sentence} At \`${pointer}\`.`,
      );
      return [`**${impact.charAt(0).toUpperCase()}${impact.slice(1)}.**`, '', ...items].join('\n');
    })
    .join('\n\n');
}

function ofImpact(findings: readonly Finding[], wanted: Finding['impact']): readonly Finding[] {
  return findings.filter(({ impact }) => impact === wanted);
}
