import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry, PowerTool } from '../measure/tool.ts';

/** By its own rules for benchmarks: all failures, no time for smaller examples, and the whole time. */
export const schemathesis: PowerTool = {
  name: 'Schemathesis',
  setUp: ["--header '<name>: <value>'"],
  async prepare({ url, document, credential, seconds, seed }) {
    const header =
      credential === undefined ? [] : ['--header', `${credential.header}: ${credential.value}`];
    return [
      {
        program: 'schemathesis',
        args: [
          ...['run', document, '--url', url, ...header, '--seed', String(seed)],
          ...['--continue-on-failure', '--no-shrink', '--max-time', String(seconds)],
          ...['--report', 'json,ndjson,wfc'],
        ],
      },
    ];
  },
  // No report has the response and the command that repeats it, but the text for people has.
  async readEntries(folder) {
    const text = await readFile(join(folder, 'output.txt'), 'utf8');
    const [, failures = ''] = /^=+ FAILURES =+$(.*?)(?:^=+ [A-Z]|$(?![\s\S]))/ms.exec(text) ?? [];
    const sections = failures.split(/^_+ (.+?) _+$/m).slice(1);
    return sections.flatMap((operation, index) =>
      index % 2 === 0 ? entriesOf(operation, sections[index + 1] ?? '') : [],
    );
  },
};

function entriesOf(operation: string, section: string): Entry[] {
  const cases = section.split(/^\d+\. Test Case ID: .*$/m).slice(1);
  return cases.flatMap((text) => {
    const [curl = ''] = /^ {4}curl .*$/m.exec(text) ?? [];
    const [found = '', response = ''] = text.split(/^(?=\[\d{3}\])/m);
    const [said = ''] = response.split(/^Reproduce with/m);
    return found
      .split(/^- /m)
      .slice(1)
      .map((problem) => {
        const [kind = '', ...details] = problem.split('\n');
        return { operation, kind, message: oneLine([...details, said]), curl: curl.trim() };
      });
  });
}

const oneLine = (lines: readonly string[]) => lines.join(' ').replace(/\s+/g, ' ').trim();
