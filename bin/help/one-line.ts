import type { Command } from 'commander';
import { didYouMean } from '../did-you-mean.ts';
import { fullName } from './facts.ts';

/** What commander says of a wrong command, in a line: what is wrong, what may have been meant, where help is. */
export function toOneLine(message: string, command: Command): string {
  const [whole, flag] = /unknown option '(--?[^'=]+)=.*'/s.exec(message) ?? [];
  // What was given as a value may be a secret, and is not said again.
  const text =
    whole === undefined
      ? message
      : message.replace(whole, `unknown option '${flag}'.${didYouMean(flag ?? '', flagsOf(command))}`);
  const [first = '', ...others] = text
    .trim()
    .replace(/\(Did you mean (?:one of )?(.+)\?\)/, 'Did you mean $1?')
    .split('\n');
  return [finish(first), ...others, `See ${fullName(command)} --help`].join(' ');
}

function finish(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

function flagsOf(command: Command): string[] {
  const own = command.createHelp().visibleOptions(command);
  const above = command.parent === null ? [] : flagsOf(command.parent);
  return [...own.flatMap(({ long }) => long ?? []), ...above];
}
