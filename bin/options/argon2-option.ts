import { InvalidArgumentError, Option } from 'commander';
import {
  formatCost,
  type PasswordCost,
  parseCost,
  passwordCost,
  problemOf,
} from '../../server/security/passwords/password-cost.ts';

const description =
  "memory in KiB, passes and parallelism of Argon2id; 'calibrate' proposes values for this machine";

/** `--argon2`, for commands that hash passwords. */
export function argon2Option(): Option {
  return withoutDefault(description).default(passwordCost, formatCost(passwordCost));
}

/** The same for `serve`: without it the value is `undefined`, and comes from the configuration file. */
export function configuredArgon2Option(): Option {
  return withoutDefault(`${description} (default: ${formatCost(passwordCost)})`);
}

function withoutDefault(text: string): Option {
  return new Option('--argon2 <cost>', text).env('ACCOUNT_ACCESS_ARGON2').argParser(parseArgon2);
}

function parseArgon2(text: string): PasswordCost {
  const cost = parseCost(text);
  if (cost === undefined)
    throw new InvalidArgumentError(`A cost must have the form ${formatCost(passwordCost)}.`);
  const problem = problemOf(cost);
  if (problem !== undefined) throw new InvalidArgumentError(`This cost is not allowed: ${problem}.`);
  return cost;
}
