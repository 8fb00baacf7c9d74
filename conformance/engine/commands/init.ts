import { writeFile } from 'node:fs/promises';
import { type HelpTexts, withHelp } from '../terminal/help-texts.ts';
import type { Define } from '../terminal/program.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fileError, reportUsage, UsageError } from '../terminal/usage-error.ts';
import { allowFilesOption } from './options.ts';
import { readInChild } from './start-task.ts';
import type { TestProgram } from './test-program.ts';

export const defineInit =
  (program: TestProgram, help: HelpTexts): Define =>
  (command, terminal) => {
    withHelp(command, { notes: ['It never overwrites a file.'], ...help })
      .argument('[file]', 'file to write', defaultFile)
      .requiredOption('--document <file-or-url>', 'OpenAPI document of the server')
      .addOption(allowFilesOption())
      .action((file: string, options: InitOptions) =>
        reportUsage(terminal, () => writeProfile(program, terminal, file, options)),
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
  try {
    // Never overwrites an existing profile.
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    throw fileError('write', file, cause);
  }
  terminal.print(file);
  const options = document === undefined ? '' : ` --document ${document}`;
  terminal.say(`Fill it in, then run: ${commandName} test <base-url>${options} --profile ${file}`);
}
