import type { Argument, Command, Option } from 'commander';
import { suggestionsOf } from '../../conformance/engine/terminal/common-options.ts';
import { createProgram, defineCommand } from '../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import { program } from '../program.ts';

export interface Completion {
  readonly files: boolean;
  readonly words: readonly { readonly word: string; readonly what: string }[];
}

/** Completes the last word after the command name. The word may be empty. In `--option=value` it completes only the value. */
export async function complete(program: Command, typed: readonly string[]): Promise<Completion> {
  const words = joinEquals(typed);
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (before[0] === 'help')
    return {
      files: false,
      words: commandsOf((await readWords(program, before.slice(1))).command, current),
    };

  const { command, taking, given, position, literal } = await readWords(program, before);
  const [, flag, value = ''] = (!literal && /^(--[^=]+)=(.*)$/s.exec(current)) || [];
  if (flag !== undefined) return valuesOf(findOption(command, flag), value);
  if (!literal && current.startsWith('-'))
    return { files: false, words: optionsOf(command, current, given) };
  if (taking !== undefined) return valuesOf(taking, current);
  if (command.commands.length > 0) return { files: false, words: commandsOf(command, current) };
  const { registeredArguments: parameters } = command;
  const last = parameters.at(-1);
  return valuesOf(parameters[position] ?? (last?.variadic ? last : undefined), current);
}

// Bash splits `--option=value` and `json=file` into three words.
function joinEquals(words: readonly string[]): string[] {
  const joined: string[] = [];
  let open = false;
  for (const word of words) {
    const last = joined.at(-1);
    if ((word === '=' || open) && last !== undefined) joined[joined.length - 1] = `${last}${word}`;
    else joined.push(word);
    open = word === '=';
  }
  return joined;
}

async function readWords(program: Command, words: readonly string[]) {
  let command = program;
  let taking: Option | undefined;
  let position = 0;
  let literal = false;
  const given = new Set<Option>();
  for (const word of words) {
    if (!literal && word === '--') {
      [literal, taking] = [true, undefined];
    } else if (!literal && word.startsWith('-')) {
      const [flag = '', value] = word.split('=', 2);
      const option = findOption(command, flag);
      if (option !== undefined) given.add(option);
      taking = value === undefined && (option?.required || option?.optional) ? option : undefined;
    } else if (!literal && taking !== undefined) {
      if (!taking.variadic) taking = undefined;
    } else {
      const child = command.commands.find((known) => known.name() === word);
      if (child === undefined) position += 1;
      else command = await defineCommand(child);
    }
  }
  return { command, taking, given, position, literal };
}

function commandsOf(command: Command, start: string): Completion['words'] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((child) => ({ word: child.name(), what: child.description() }))
    .filter(({ word }) => word.startsWith(start));
}

function optionsOf(
  command: Command,
  start: string,
  given: ReadonlySet<Option>,
): Completion['words'] {
  return withParents(command)
    .flatMap((each) => each.createHelp().visibleOptions(each))
    .filter((option) => option.variadic || !given.has(option))
    .map(({ long, short, description }) => ({ word: long ?? short ?? '', what: description }))
    .filter(
      ({ word }, at, all) =>
        word.startsWith(start) && all.findIndex((other) => other.word === word) === at,
    );
}

function findOption(command: Command, flag: string): Option | undefined {
  return withParents(command)
    .flatMap(({ options }) => options)
    .find(({ long, short }) => flag === long || flag === short);
}

function withParents(command: Command): Command[] {
  return command.parent === null ? [command] : [command, ...withParents(command.parent)];
}

async function valuesOf(
  parameter: Option | Argument | undefined,
  start: string,
): Promise<Completion> {
  if (parameter === undefined) return { files: false, words: [] };
  const suggestions = await suggestionsOf(parameter);
  // In `json=file`, a file name follows the equals sign.
  if (suggestions.some((word) => word.endsWith('=') && start.startsWith(word)))
    return { files: true, words: [] };
  const words = suggestions
    .filter((word) => word.startsWith(start))
    .map((word) => ({ word, what: '' }));
  return { files: words.length === 0 && namesFile(parameter), words };
}

// The placeholder in the help names its kind.
function namesFile(parameter: Option | Argument): boolean {
  const place =
    'flags' in parameter ? (/[<[](.+)[\]>]/.exec(parameter.flags)?.[1] ?? '') : parameter.name();
  return /file|path/.test(place);
}

/** Prints `files` or `words` on the first line, then one word per line, with a tab and its description. */
export async function completeForShell(
  typed: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const { files, words } = await complete(createProgram(terminal, program), typed);
  terminal.print(
    [files ? 'files' : 'words', ...words.map(({ word, what }) => `${word}\t${what}`)].join('\n'),
  );
}
