import { type Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from '../did-you-mean.ts';

/** For every command that has data to give. What it writes is a fact of the command: see `withFacts`. */
export function jsonOption(description = 'write JSON to standard output'): Option {
  return new Option('--json', description);
}

/** Makes an option accept any number of these words. An unknown word is an error that suggests a known one. */
export function manyOf(option: Option, words: readonly string[]): Option {
  return option.choices(words).argParser((typed: string, before: readonly string[] | undefined) => {
    if (words.includes(typed)) return [...(before ?? []), typed];
    throw new InvalidArgumentError(`There are ${words.join(', ')}.${didYouMean(typed, words)}`);
  });
}

/** Reads an option that is a whole number. `what` begins the message when it is not; an s at its end makes it many. */
export function wholeNumber(what: string, most: number, least = 0): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
    const verb = what.endsWith('s') ? 'are' : 'is';
    throw new InvalidArgumentError(`${what} ${verb} a whole number from ${least} to ${most}.`);
  };
}

export const parsePort = wholeNumber('A port', 65_535);

/** Gives a command that is tried out on this machine the place to listen on. */
export function listening(command: Command, port: number): Command {
  return command
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 for any that is free')
        .default(port)
        .argParser(parsePort),
    )
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'));
}

/** The file with the keys that secrets are encrypted with, for every command that opens the database. */
export function secretsOption(): Option {
  return new Option(
    '--secrets <file>',
    'file with the keys that secrets are encrypted with (default: "<database>.secrets", which a new database makes)',
  ).env('ACCOUNT_ACCESS_SECRETS');
}

/** What to tell when a secrets file was made. */
export function secretsMadeNote(path: string): string {
  return `made the secrets file ${path}: keep a copy of it, apart from the copies of the database; without it all passwords and MFA are lost`;
}
