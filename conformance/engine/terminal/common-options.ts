import { type Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from './did-you-mean.ts';

export function jsonOption(description = 'write JSON to standard output'): Option {
  return new Option('--json', description);
}

/** Makes an option accept any number of these words. An unknown word is an error that suggests a known one. */
export function manyOf(option: Option, words: readonly string[]): Option {
  return option.choices(words).argParser((typed: string, before: readonly string[] | undefined) => {
    if (words.includes(typed)) return [...(before ?? []), typed];
    throw new InvalidArgumentError(`Choose from ${words.join(', ')}.${didYouMean(typed, words)}`);
  });
}

/** Parses an option that is a whole number. `what` begins the error message. */
export function wholeNumber(what: string, most: number, least = 0): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`${what} must be a whole number from ${least} to ${most}.`);
  };
}

/** Parses an option that is a number above 0. */
export function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number))
    throw new InvalidArgumentError('Give a number above 0.');
  return number;
}

export const seedNumber = wholeNumber('A seed', 2 ** 32 - 1);

export const parsePort = wholeNumber('A port', 65_535);

export function addListenOptions(command: Command, port: number): Command {
  return command
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 for any free port')
        .default(port)
        .argParser(parsePort),
    )
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'));
}
