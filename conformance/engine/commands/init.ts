import { writeFile } from 'node:fs/promises';
import { shellWord } from '../http/shell-word.ts';
import { count } from '../report/text.ts';
import { type HelpTexts, withHelp } from '../terminal/help-texts.ts';
import type { Define } from '../terminal/program.ts';
import { suggestDocument } from '../terminal/suggest-document.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fileError, reportUsage, UsageError } from '../terminal/usage-error.ts';
import type { Explored } from './explore.ts';
import { allowFilesOption, option } from './options.ts';
import { readInChild } from './start-task.ts';
import type { TestProgram } from './test-program.ts';

const notes = [
  'For a running server it finds the document, and sends requests that only read: GET, HEAD, OPTIONS and QUERY.',
  'It never overwrites a file.',
];

export const defineInit =
  (program: TestProgram, help: HelpTexts): Define =>
  (command, terminal) => {
    withHelp(command, { notes, ...help })
      .argument('[base-url]', 'base URL of the server, if it is running')
      .argument('[file]', 'file to write', defaultFile)
      .addOption(
        option('--document <file-or-url>', 'OpenAPI document, if the server does not serve it'),
      )
      .addOption(allowFilesOption())
      .action((first: string | undefined, second: string, options: InitOptions) =>
        reportUsage(terminal, async () => {
          if (first !== undefined && /^https?:\/\//i.test(first))
            return explore(program, terminal, first, second, options);
          if (options.document === undefined)
            throw new UsageError(
              `required option '--document <file-or-url>' not specified, or the base URL of the running server.${suggestDocument(first === undefined ? [] : [first])}`,
            );
          return writeProfile(program, terminal, first ?? true, options);
        }),
      );
  };

interface InitOptions {
  readonly document?: string;
  readonly allowFiles?: boolean;
}

const defaultFile = 'profile.yaml';

/** Writes the profile that a document needs, or the one of the program. `true` is for a file without a given name. */
export async function writeProfile(
  program: TestProgram,
  terminal: Terminal,
  given: string | true,
  { document, allowFiles }: InitOptions,
): Promise<void> {
  const { contract, commandName } = program;
  const own = document === undefined ? contract : undefined;
  const text =
    document === undefined
      ? await own?.profileTemplate()
      : await readInChild('draft', { document, allowFiles }, program, terminal);
  if (text === undefined)
    throw new UsageError('give the OpenAPI document of the server with --document');
  const file = given === true ? (own?.profileFile ?? defaultFile) : given;
  await writeNew(file, text);
  terminal.print(file);
  const options = document === undefined ? '' : ` --document ${document}`;
  terminal.say(`Fill it in, then run: ${commandName} test <base-url>${options} --profile ${file}`);
}

/** Writes a profile for a running server, with which a run can begin. */
async function explore(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string,
  file: string,
  { document, allowFiles }: InitOptions,
): Promise<void> {
  const { environment } = terminal;
  const input = { baseUrl, document, allowFiles, environment };
  const explored = await readInChild('explore', input, program, terminal);
  await writeNew(file, explored.text);
  terminal.print(file);
  for (const line of describe(explored, file)) terminal.say(line);
  const words = [explored.baseUrl, '--document', explored.document, '--profile', file];
  terminal.say(`Run: ${program.commandName} test ${words.map(shellWord).join(' ')}`);
}

function describe({ document, called, succeeded, unset }: Explored, file: string): string[] {
  return [
    `The OpenAPI document is ${document}`,
    `Read from ${count(called, 'operation')}: ${succeeded} returned a success`,
    ...(unset.length === 0
      ? []
      : [`To test what needs credentials, set ${unset.join(', ')} and edit ${file}`]),
  ];
}

/** @throws UsageError also if there is such a file. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    throw fileError('write', file, cause);
  }
}
