import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PowerTool } from '../measure/tool.ts';

// Without a limit one operation with many optional fields takes all the time.
const combinations = '50';

/** With its defaults, but for the number of requests for an operation. */
export const specmatic: PowerTool = {
  name: 'Specmatic',
  lacks: { swagger: true, headers: true },
  setUp: [`MAX_TEST_REQUEST_COMBINATIONS=${combinations}`, '<scheme>=<value>'],
  async prepare({ url, document, credential }) {
    const secret =
      credential?.scheme === undefined
        ? {}
        : { [credential.scheme]: credential.secret ?? credential.value };
    return [
      {
        program: 'specmatic',
        args: ['test', '--lenient', `--testBaseURL=${url}`, '--junitReportDir=junit', document],
        variables: { MAX_TEST_REQUEST_COMBINATIONS: combinations, ...secret },
      },
    ];
  },
  // What it prints for each scenario, because it has no report when the time is up.
  async readEntries(folder) {
    const output = await readFile(join(folder, 'output.txt'), 'utf8');
    const blocks = output.split(/^(?:[+-]ve +)?Scenario: /m).slice(1);
    return blocks.flatMap((block) => {
      const [, operation, status] = /^API: (\S+ \S+) -> (\d+)$/m.exec(block) ?? [];
      if (operation === undefined || !/^.* has FAILED$/m.test(block)) return [];
      const [result = ''] = block.split(/^-{20}/m);
      const problems = result.split(/^ +(?=>> )/m).slice(1);
      return problems.map((problem) => {
        const [place = '', ...details] = problem.split('\n');
        const message = details.join(' ').replace(/\s+/g, ' ').trim();
        return { operation, kind: `${status} ${place}`, message, curl: '' };
      });
    });
  },
};
