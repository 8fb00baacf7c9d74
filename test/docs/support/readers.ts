import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { parse } from 'yaml';
import engineProfile from '../../../conformance/engine/profile.schema.json' with { type: 'json' };
import reportSchema from '../../../conformance/engine/report.schema.json' with { type: 'json' };
import { readBaseline } from '../../../conformance/engine/run/baseline.ts';
import serviceProfile from '../../../generated/profile.schema.json' with { type: 'json' };
import { walk } from './walk.ts';

/** Reads a sample as the program does that gets it, and fails if the program would. */
export type Reader = (code: string) => unknown;

function matches(schema: object, value: unknown): void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.validate(schema, value);
  expect(ajv.errors ?? []).toEqual([]);
}

/** A profile for the tests of the service, or a part of one. */
export const readServiceProfile: Reader = (code) => matches(serviceProfile, parse(code));

/** A profile for the engine, or a part of one. */
export const readEngineProfile: Reader = (code) => matches(engineProfile, parse(code));

/** The beginning of the profile that the reader of the tutorial copies. */
export const readBeginningOfProfile: Reader = (code) => {
  readServiceProfile(code);
  const whole = parse(readFileSync('examples/implementations/profile.yaml', 'utf8'));
  expect(whole).toMatchObject(parse(code));
};

/** A new baseline, which has no reasons yet. */
export const readNewBaseline: Reader = (code) => {
  expect(() => readBaseline(code)).toThrow('no "reason"');
  expect(readBaseline(code.replaceAll('reason: ""', 'reason: known'))).toHaveLength(1);
};

/** The main fields of a report: each is a field of the schema, with a value that it allows. */
export const readPartOfReport: Reader = (code) => {
  const isRequired = (name: string) => name === 'required';
  const text = JSON.stringify(reportSchema, (name, value) => (isRequired(name) ? [] : value));
  matches(JSON.parse(text), JSON.parse(code));
};

/** The headers of an operation that ends: dates in their formats, as far apart as the page promises. */
export const readAnnouncement: Reader = (code) => {
  const headers = new Headers(
    code
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')];
      }),
  );
  const [, seconds] = /^@(\d+)$/.exec(headers.get('Deprecation') ?? '') ?? [];
  const since = new Date(Number(seconds) * 1000);
  const sunset = new Date(headers.get('Sunset') ?? '');
  expect(sunset.toUTCString()).toBe(headers.get('Sunset'));
  since.setUTCFullYear(since.getUTCFullYear() + 1);
  expect(sunset.getTime()).toBeGreaterThanOrEqual(since.getTime());
  expect(headers.get('Link')).toMatch(/^<[^<>]+>; rel="deprecation", <[^<>]+>; rel="successor-/);
};

/** Runs the commands of a workflow that wait for the server and test it; the others are the reader's own. */
const runWorkflow = async (commands: readonly string[]): Promise<void> => {
  const [install, start, wait, contract = '', ...others] = commands;
  expect([install, start, others]).toEqual(['npm ci', 'npm start &', []]);
  const notes = readFileSync('test/docs/prepared/notes.md', 'utf8');
  // The server of the samples has mistakes.
  const page = `${notes}\n\`\`\`sh\nexport GITHUB_STEP_SUMMARY=summary.md\n${wait}\n\`\`\`\n\n\`\`\`sh fails\n${contract}\n\`\`\`\n`;
  const demo = () => Promise.reject(new Error('no sample here calls the service'));
  await walk(page, { isSkipped: () => false, demo });
};

export const readGitHubWorkflow: Reader = async (code) => {
  const { jobs } = parse(code);
  const steps: Record<string, unknown>[] = jobs.contract.steps;
  for (const { uses } of steps)
    if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w/-]+@v\d+$/);
  await runWorkflow(steps.flatMap(({ run }) => (typeof run === 'string' ? [run] : [])));
};

export const readJenkinsfile: Reader = (code) => {
  const commands = Array.from(code.matchAll(/^ *sh '([^'\n]+)'$/gm), ([, command = '']) => command);
  return runWorkflow(commands.map((command) => command.replace(/ # .*$/, '')));
};

export const readGitLabWorkflow: Reader = (code) => runWorkflow(parse(code).contract.script);
