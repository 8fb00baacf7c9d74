import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { strict } from './contract/strict.ts';
import { bundle } from './generate/contract-files.ts';
import { readPlaces } from './lint-contract/contract.ts';
import { patternsArePortable } from './lint-contract/patterns-are-portable.ts';
import { lintContract } from './lint-contract/rules.ts';

/** Applies our own rules to the contract, and the one about patterns to the document of the internal listener. */
const contract = strict(parse(await bundle('openapi/openapi.yaml')));
const internal = strict(parse(await bundle('openapi/internal.yaml')));
const decisions = await readFile('docs/explanation/decisions.md', 'utf8');

const findings = [
  ...lintContract(contract, decisions),
  ...patternsArePortable(readPlaces(internal, decisions)),
];
for (const { place, message } of findings) console.error(`#${place.pointer}: ${message}`);
if (findings.length > 0) process.exitCode = 1;
