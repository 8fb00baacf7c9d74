import type { Command } from 'commander';
import { didYouMean } from '../did-you-mean.ts';
import { fullName } from './help-texts.ts';

/** Shortens an error of commander to one line: what is wrong, what the user may have meant, and where to find help. */
export function toOneLine(message: string, command: Command): string {
  const [whole, flag] = /unknown option '(--?[^'=]+)=.*'/s.exec(message) ?? [];
  // The value of an unknown option may be a secret, so the message does not repeat it.
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
