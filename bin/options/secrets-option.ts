import { Option } from 'commander';

/** Where the keys are that passwords and one-time codes are sealed with, for every command that opens the database. */
export function secretsOption(): Option {
  return new Option(
    '--secrets <file>',
    'file with the keys that secrets are sealed with (default: "<database>.secrets", made when nothing is sealed yet)',
  ).env('ACCOUNT_ACCESS_SECRETS');
}

/** What to tell when a secrets file was made. */
export function secretsMadeNote(path: string): string {
  return `made the secrets file ${path}: keep a copy of it, apart from the copies of the database; without it all passwords and MFA are lost`;
}
