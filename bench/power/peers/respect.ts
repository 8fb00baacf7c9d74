import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../processes/build.ts';
import type { Entry, PowerTool } from '../measure/tool.ts';

/** It writes a workflow per operation from the document, and runs them. */
export const respect: PowerTool = {
  name: 'Respect',
  lacks: { swagger: true, headers: true },
  setUp: ['--input <scheme>=<value>'],
  async prepare({ document, credential }) {
    const program = join(root, 'node_modules/.bin/redocly');
    const variables = { REDOCLY_TELEMETRY: 'off' };
    const input =
      credential?.scheme === undefined
        ? []
        : ['--input', `${credential.scheme}=${credential.secret ?? credential.value}`];
    return [
      { program, args: ['generate-arazzo', document, '-o', 'auto.arazzo.yaml'], variables },
      { program, args: ['respect', 'auto.arazzo.yaml', ...input], variables },
    ];
  },
  // After all steps, it repeats those that failed, with the reason of each check.
  async readEntries(folder) {
    const output = await readFile(join(folder, 'output.txt'), 'utf8');
    const [steps = '', failed = ''] = output.split('Failed tests info:');
    const titles = steps.matchAll(/^[^\S\n]+[✓✗] ([A-Z]+ \/.*?) - step (\S+)/gm);
    const operations = new Map(
      [...titles].map(([, operation = '', step = '']) => [step, operation]),
    );
    return failed
      .split(/^[^\S\n]*stepId - /m)
      .slice(1)
      .flatMap((step) => entriesOf(step, operations));
  },
};

function entriesOf(text: string, operations: ReadonlyMap<string, string>): Entry[] {
  const [step = ''] = text.split(/\s/);
  const checks = text.split(/^[^\S\n]*✗ /m).slice(1);
  return checks.map((check) => {
    const [kind = '', ...details] = check
      .replace(/^[^\S\n]*(?:Workflow name:|Summary for|Tests exited).*/ms, '')
      .split('\n');
    return {
      operation: operations.get(step) ?? step,
      kind: kind.trim(),
      message: details.join(' ').replace(/\s+/g, ' ').trim(),
      curl: '',
    };
  });
}
