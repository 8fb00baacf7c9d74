import { parseArgs } from 'node:util';
import { diffMarkdown as markdown, diffText as text } from '../conformance/engine/index.ts';
import { compareContracts, readContract } from './contract-diff/contract-rules.ts';
import {
  releasedFolder,
  releasesIn,
  removalError,
  versionError,
  versionOf,
} from './contract-diff/releases.ts';

/** Fails when `info.version` does not say what changed, or when an operation went before its sunset. */
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    released: { type: 'string', default: releasedFolder },
    bundle: { type: 'string', default: 'generated/openapi.yaml' },
  },
});

const release = (await releasesIn(options.released)).at(-1);
if (release === undefined) {
  console.error(`Nothing is released in ${options.released}. Run \`npm run contract:release\`.`);
  process.exitCode = 1;
} else {
  const [before, after] = [await readContract(release.file), await readContract(options.bundle)];
  const findings = compareContracts(before, after);
  const version = versionOf(after);
  const error =
    versionError(findings, release.version, version) ??
    removalError(before, after, new Date().toISOString().slice(0, 10));
  const heading = `${release.version} → ${version}`;
  if (options.json)
    console.log(JSON.stringify({ released: release.version, version, error, findings }, null, 2));
  else if (options.markdown) console.log(`## ${heading}\n\n${markdown(findings)}`);
  else console.log(`${heading}\n${text(findings)}`);
  if (error !== undefined) {
    console.error(error);
    process.exitCode = 1;
  }
}
