import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { bundle } from './generate/contract-files.ts';
import { lintContract } from './lint-contract/rules.ts';

/** Applies our own rules to the contract. */
const contract = parse(await bundle('openapi/openapi.yaml'));
const decisions = await readFile('docs/test/decisions.md', 'utf8');

const findings = lintContract(contract, decisions);
for (const { place, message } of findings) console.error(`#${place.pointer}: ${message}`);
if (findings.length > 0) process.exitCode = 1;
