import { InvalidArgumentError, Option } from 'commander';
import {
  formatCost,
  type PasswordCost,
  parseCost,
  passwordCost,
  problemOf,
} from '../../server/security/passwords/password-cost.ts';

const description = `memory in KiB, passes and parallelism of Argon2id; 'calibrate' proposes values for this machine (default: ${formatCost(passwordCost)})`;

/** `--argon2`, for commands that hash passwords. Without it the value is `undefined`: `serve` has a configuration file. */
export function argon2Option(): Option {
  return new Option('--argon2 <cost>', description)
    .env('ACCOUNT_ACCESS_ARGON2')
    .argParser(parseArgon2);
}

function parseArgon2(text: string): PasswordCost {
  const cost = parseCost(text);
  if (cost === undefined)
    throw new InvalidArgumentError(`A cost must have the form ${formatCost(passwordCost)}.`);
  const problem = problemOf(cost);
  if (problem !== undefined)
    throw new InvalidArgumentError(`This cost is not allowed: ${problem}.`);
  return cost;
}
