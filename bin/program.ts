import type { ProgramTexts } from '../conformance/engine/terminal/help-texts.ts';
import type { Listed, ProgramSettings } from '../conformance/engine/terminal/program.ts';
import { tool } from '../conformance/suite/tool.ts';
import { hidePasswords } from './options/database-option.ts';

export const exitCodes = {
  0: 'The command succeeded, or what it checks is true.',
  1: 'The command failed, or what it checks is not true: a key is inactive, the audit log is not intact, the contract tests failed, a change breaks clients.',
  2: 'The command line is wrong, or names a file, database or address that cannot be used. Nothing was changed.',
  3: 'The server could not be tested (test, proxy).',
  70: 'A bug in account-access: please report the message.',
  130: 'A second Ctrl-C stopped the service at once (143: a second SIGTERM).',
} as const;

const commands: Readonly<Record<string, readonly Listed[]>> = {
  'Run:': [
    ['serve [options]', 'run the service', loadServe],
    [
      'mock [options]',
      'run a mock of the service, to build clients against',
      () => import('./commands/mock/command.ts'),
    ],
  ],
  'Test a server:': [
    [
      'test [options] [base-url]',
      'test a server against the contract',
      () => import('./commands/test.ts'),
    ],
    [
      'proxy [options] <base-url>',
      'forward real traffic to a server, and report where it differs from the contract',
      () => import('./commands/proxy.ts'),
    ],
    [
      'diff [options] <old> <new>',
      'compare two OpenAPI documents, and rate each change for clients and for servers',
      () => import('../conformance/engine/commands/diff/command.ts'),
    ],
  ],
  'Operate:': [
    [
      'accounts <command>',
      'add, list, disable, enable, unlock and delete accounts, and change how they log in',
      () => import('./commands/accounts/command.ts'),
    ],
    ['keys <command>', 'verify, list and revoke API keys', () => import('./commands/keys.ts')],
    [
      'secrets <command>',
      'show, rotate and retire the keys that encrypt secrets',
      () => import('./commands/secrets.ts'),
    ],
    [
      'audit <command>',
      'show and verify the audit log: who did what, when, to which account',
      () => import('./commands/audit/command.ts'),
    ],
    [
      'backup [options] <file>',
      'copy the database into one file, while the service keeps running',
      () => import('./commands/backup.ts'),
    ],
    [
      'restore [options] <file>',
      'replace the database with a backup, while no service runs',
      () => import('./commands/restore.ts'),
    ],
    [
      'move [options]',
      'copy everything from one database into an empty one, SQLite or PostgreSQL, while no service runs',
      () => import('./commands/move.ts'),
    ],
    [
      'sweep [options]',
      'remove expired access tokens, rate-limit counts and idempotency records, also while the service runs',
      () => import('./commands/sweep.ts'),
    ],
    [
      'calibrate [options]',
      'measure Argon2id on this machine for about ten seconds, and propose the cost of password hashing',
      () => import('./commands/calibrate.ts'),
    ],
  ],
  'Help and completion:': [
    [
      'completion [options] <shell>',
      'print a shell script that completes commands, options and their values',
      () => import('./commands/completion.ts'),
    ],
  ],
};

const help = {
  examples: [
    ['account-access serve --demo', 'try the service with demo accounts'],
    ['account-access accounts add me@example.com --mfa', ''],
    ['account-access serve --port 8080', 'run the service with the accounts you added'],
    ['account-access mock', 'build clients against a service in memory'],
    ['account-access test <base-url>', 'test any server against the contract'],
  ],
  exitCodes,
  docs: (anchor) => `/docs/cli.html${anchor} on any running service or mock`,
} as const satisfies ProgramTexts;

function loadServe() {
  // A reload while the service starts must not end it, and Node would open its debugger to every user of the machine.
  for (const signal of ['SIGHUP', 'SIGUSR1'])
    if (process.listenerCount(signal) === 0) process.on(signal, () => {});
  return import('./commands/serve/command.ts');
}

export const program: ProgramSettings = {
  name: 'account-access',
  description:
    'run and operate the account access and API key service, and test servers against its contract',
  help,
  commands,
  version: (asJson) =>
    asJson ? JSON.stringify({ version: tool.version, node: process.versions.node }) : tool.version,
  beforeAction: hidePasswords,
};
