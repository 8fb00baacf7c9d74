import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redocly } from '../redocly.ts';
import type { Change, Finding, Impact } from './finding.ts';

/** Redocly's comparison of the documents in two files. @throws redocly's message when it cannot compare them */
export async function redoclyChanges(released: string, later: string): Promise<readonly Change[]> {
  const folder = await mkdtemp(join(tmpdir(), 'diff-'));
  try {
    // In a file, because redocly prints other lines too.
    const file = join(folder, 'report.json');
    const options = ['--format', 'json', '--fail-on', 'none', '--output', file];
    const { exitCode, stderr } = await redocly('diff', released, later, ...options);
    if (exitCode !== 0) throw new Error(`${released} and ${later} cannot be compared.\n${stderr}`);
    const report = JSON.parse(await readFile(file, 'utf8'));
    if (report.reportVersion !== '1')
      throw new Error(`redocly reports in version ${report.reportVersion}, not 1`);
    return report.changes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const impactOf: Record<Change['impact'], Impact> = {
  major: 'breaking',
  minor: 'additive',
  patch: 'editorial',
};

export function findingOf({ path, kind, impact, property, verdicts = [] }: Change): Finding {
  const pointer = path.replace(/^#/, '');
  const what = `\`${property ?? pointer.replace(/^.*\//, '').replaceAll('~1', '/').replaceAll('~0', '~')}\``;
  const plain = {
    added: `${what} was added.`,
    removed: `${what} was removed.`,
    modified: `${what} changed.`,
  };
  return {
    rule: verdicts[0]?.ruleId ?? kind,
    impact: impactOf[impact],
    pointer: property === undefined ? pointer : `${pointer}/${property}`,
    sentence: verdicts.map(({ message }) => message).join(' ') || plain[kind],
  };
}
