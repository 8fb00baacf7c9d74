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
  async readEntries(folder) {
    const output = await readFile(join(folder, 'output.txt'), 'utf8');
    // After the steps, it repeats those that failed.
    const [steps = ''] = output.split('Failed tests info:');
    return steps
      .split(/^[^\S\n]+[✓✗] (?=[A-Z]+ \/)/m)
      .slice(1)
      .flatMap(entriesOf);
  },
};

function entriesOf(step: string): Entry[] {
  const [title = '', ...checks] = step.split('\n');
  const operation = title.replace(/ - step .*/, '');
  return checks.flatMap((check) => {
    const [, kind] = /^\s+✗ (.+?)(?: - .*)?$/.exec(check) ?? [];
    return kind === undefined ? [] : [{ operation, kind, message: check.trim(), curl: '' }];
  });
}
