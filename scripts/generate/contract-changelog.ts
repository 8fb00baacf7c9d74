import {
  fieldsOf,
  type JsonObject,
  diffMarkdown as markdown,
  operationsIn,
} from '../../conformance/engine/index.ts';
import { compareContracts, readContract } from '../contract-diff/contract-rules.ts';
import { type Release, releasesIn } from '../contract-diff/releases.ts';

/** A section in Markdown for each released contract: what it changed, the newest first. */
export async function contractChangelog(folder?: string): Promise<string> {
  const releases = await releasesIn(folder);
  const sections = await Promise.all(
    releases.map((release, at) => section(release, releases[at - 1])),
  );
  return sections.toReversed().join('\n\n');
}

async function section({ version, file }: Release, before: Release | undefined): Promise<string> {
  const contract = await readContract(file);
  if (before === undefined) return `### ${version}, first release\n\n${summary(contract)}`;
  return `### ${version}\n\n${markdown(compareContracts(await readContract(before.file), contract))}`;
}

function summary(contract: JsonObject): string {
  return [...operationsIn(contract)]
    .map(([name, { value }]) => {
      const operation = fieldsOf(value);
      const statuses = Object.keys(Object(operation.responses));
      return `- \`${name}\`: ${operation.summary}. Returns ${statuses.join(', ')}.`;
    })
    .join('\n');
}
