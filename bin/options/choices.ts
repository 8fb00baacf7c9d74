import { InvalidArgumentError, type Option } from 'commander';
import { didYouMean } from '../did-you-mean.ts';

/** Has an option take any number of these words; any other is told, with the one that may have been meant. */
export function manyOf(option: Option, words: readonly string[]): Option {
  return option.choices(words).argParser((typed: string, before: readonly string[] | undefined) => {
    if (words.includes(typed)) return [...(before ?? []), typed];
    throw new InvalidArgumentError(`There are ${words.join(', ')}.${didYouMean(typed, words)}`);
  });
}
