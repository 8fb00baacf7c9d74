import { parseArgs } from 'node:util';
import { compare, readContract } from './contract-diff/compare.ts';
import { releasedFolder, releasesIn } from './contract-diff/releases.ts';
import { markdown, text } from './contract-diff/report.ts';
import { versionFault, versionOf } from './contract-diff/version.ts';

/** Compares the bundle with the last released contract, and fails when `info.version` does not say what changed. */
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
  const findings = await compare(release.file, options.bundle);
  const version = versionOf(await readContract(options.bundle));
  const fault = versionFault(findings, release.version, version);
  const heading = `${release.version} → ${version}`;
  if (options.json)
    console.log(JSON.stringify({ released: release.version, version, fault, findings }, null, 2));
  else if (options.markdown) console.log(`## ${heading}\n\n${markdown(findings)}`);
  else console.log(`${heading}\n${text(findings)}`);
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
  }
}
