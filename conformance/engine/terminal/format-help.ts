import { type Command, Help } from 'commander';
import { didYouMean } from './did-you-mean.ts';
import { fullName, helpTextsOf, programTextsOf } from './help-texts.ts';
import { suggestFor } from './suggest-document.ts';

export function formatHelp(command: Command, help: Help): string {
  const width = help.helpWidth ?? 80;
  const wrap = (text: string) => help.boxWrap(text, width);
  const { notes = [] } = helpTextsOf(command);
  return `${[
    wrap(sentence(command.description())),
    examplesOf(command, help),
    Help.prototype.formatHelp.call(help, command, help).trimEnd(),
    ...notes.map((note) => (note.startsWith(' ') ? note : wrap(note))),
    ...(command.parent === null ? [describeExitCodes(command, help)] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function examplesOf(command: Command, help: Help): string {
  const examples = helpTextsOf(command).examples.map((example) =>
    typeof example === 'string' ? [example, ''] : example,
  );
  if (examples.length === 0) return '';
  const width = Math.max(...examples.map(([line = '', what]) => (what === '' ? 0 : line.length)));
  const lines = examples.map(([line = '', what]) => `  ${line.padEnd(width)}  ${what}`.trimEnd());
  return [help.styleTitle('Examples:'), ...lines].join('\n');
}

function describeExitCodes(command: Command, help: Help): string {
  const { exitCodes = {} } = programTextsOf(command) ?? {};
  const width = Math.max(...Object.keys(exitCodes).map((code) => code.length));
  return [
    help.styleTitle('Exit codes:'),
    ...Object.entries(exitCodes).map(([code, meaning]) =>
      help.formatItem(code, width, meaning, help),
    ),
  ].join('\n');
}

/** Shortens an error of commander to one line: what is wrong, what the user may have meant, and where to find help. */
export function toOneLine(message: string, command: Command): string {
  const [whole, flag] = /unknown option '(--?[^'=]+)=.*'/s.exec(message) ?? [];
  // The value of an unknown option may be a secret, so the message does not repeat it.
  const text =
    whole === undefined
      ? message
      : message.replace(
          whole,
          `unknown option '${flag}'.${didYouMean(flag ?? '', flagsOf(command))}`,
        );
  const [first = '', ...others] = text
    .trim()
    .replace(/\(Did you mean (?:one of )?(.+)\?\)/, 'Did you mean $1?')
    .split('\n');
  const end = /[.?!]$/.test(first) ? '' : '.';
  const meant = suggestFor(command, message);
  return [first + end + meant, ...others, usageIn(message, command)].join(' ');
}

/** Someone who leaves out an argument sees all of them. */
function usageIn(message: string, command: Command): string {
  const name = fullName(command);
  return /missing required argument/.test(message)
    ? `Write: ${name} ${command.usage()}`
    : `See ${name} --help`;
}

function flagsOf(command: Command): string[] {
  const own = command.createHelp().visibleOptions(command);
  const above = command.parent === null ? [] : flagsOf(command.parent);
  return [...own.flatMap(({ long }) => long ?? []), ...above];
}
