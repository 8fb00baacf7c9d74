import { Option } from 'commander';

/** `--secrets`, for commands that open the database. */
export function secretsOption(): Option {
  return new Option(
    '--secrets <file>',
    'file with the keys that encrypt secrets (default: "<database>.secrets", created with a new database)',
  ).env('ACCOUNT_ACCESS_SECRETS');
}

/** The note about a new secrets file. */
export function secretsMadeNote(path: string): string {
  return `created the secrets file ${path}: back it up separately from the database; without it all passwords and MFA are lost`;
}
