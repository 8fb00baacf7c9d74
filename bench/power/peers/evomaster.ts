import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PowerTool } from '../measure/tool.ts';

/** Black-box mode as its documentation starts it, without a limit of requests, because the server is local. */
export const evomaster: PowerTool = {
  name: 'EvoMaster',
  setUp: ["--header0 '<name>: <value>'"],
  async prepare({ url, document, credential, seconds, seed }) {
    const header =
      credential === undefined ? [] : ['--header0', `${credential.header}: ${credential.value}`];
    return [
      {
        program: 'evomaster',
        args: [
          ...['--blackBox', 'true', '--bbSwaggerUrl', pathToFileURL(document).href],
          ...['--bbTargetUrl', new URL(url).origin, ...header],
          ...['--outputFormat', 'PYTHON_UNITTEST', '--outputFolder', 'generated'],
          ...['--maxTime', `${seconds}s`, '--seed', String(seed), '--ratePerMinute', '0'],
          // Like the others it spends no time on smaller examples, which it would do after the limit.
          ...['--minimizeTimeout', '0'],
        ],
      },
    ];
  },
  // The format of Web Fuzzing Commons.
  async readEntries(folder) {
    interface Report {
      readonly faults: {
        readonly foundFaults: readonly {
          readonly operationId?: string;
          readonly testCaseId: string;
          readonly faultCategories: readonly { readonly code: number; readonly context?: string }[];
        }[];
      };
    }
    const text = await readFile(join(folder, 'generated/report.json'), 'utf8');
    const { faults } = JSON.parse(text) as Report;
    return faults.foundFaults.flatMap(({ operationId = '', testCaseId, faultCategories }) =>
      faultCategories.map(({ code, context = '' }) => ({
        operation: operationId.replace(':', ' '),
        kind: `fault ${code}`,
        message: context,
        curl: testCaseId,
      })),
    );
  },
};
