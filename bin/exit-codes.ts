/** The exit codes of all commands, with their meaning. */
export const exitCodes = {
  0: 'The command succeeded, or what it checks is true.',
  1: 'The command failed, or what it checks is not true: a key is inactive, the audit log is not intact, the contract tests failed, a change breaks clients.',
  2: 'The command line is wrong, or names a file, database or address that cannot be used. Nothing was changed.',
  3: 'The server could not be tested (test, proxy).',
  70: 'A bug in account-access: please report the message.',
  130: 'A second Ctrl-C stopped the service at once (143: a second SIGTERM).',
} as const;
