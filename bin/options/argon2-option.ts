import { InvalidArgumentError, Option } from 'commander';
import {
  formatCost,
  type PasswordCost,
  parseCost,
  passwordCost,
  problemOf,
} from '../../server/security/passwords/password-cost.ts';

const says = "memory in KiB, passes and lanes of Argon2id; 'calibrate' proposes them for this machine";

/** What hashing a password costs, for every command that hashes one. */
export function argon2Option(): Option {
  return withoutDefault(says).default(passwordCost, formatCost(passwordCost));
}

/** The same where a file may say it: what is not given is `undefined`. */
export function configuredArgon2Option(): Option {
  return withoutDefault(`${says} (default: ${formatCost(passwordCost)})`);
}

function withoutDefault(description: string): Option {
  return new Option('--argon2 <cost>', description).env('ACCOUNT_ACCESS_ARGON2').argParser(parseArgon2);
}

function parseArgon2(text: string): PasswordCost {
  const cost = parseCost(text);
  if (cost === undefined) throw new InvalidArgumentError(`A cost has the form ${formatCost(passwordCost)}.`);
  const problem = problemOf(cost);
  if (problem !== undefined) throw new InvalidArgumentError(`That cost will not do: ${problem}.`);
  return cost;
}
