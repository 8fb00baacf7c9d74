import { Option } from 'commander';

/** For every command that has data to give. What it writes is a fact of the command: see `withFacts`. */
export function jsonOption(description = 'write JSON to standard output'): Option {
  return new Option('--json', description);
}
