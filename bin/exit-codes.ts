/** What the exit codes of every command mean. */
export const exitCodes = {
  0: 'It is done, or what was asked is so.',
  1: 'It failed, or what was asked is not so: a key is not active, an audit is not intact, the contract tests failed.',
  2: 'The command is wrong, or a file, a database or an address that it names cannot be used. Nothing was done.',
  3: 'The server could not be tested (test, proxy).',
  70: 'A bug in account-access itself: please report what it wrote.',
  130: 'A second Ctrl-C ended a service that was stopping; 143 after a second SIGTERM.',
} as const;

export const notSo = 1;
export const wrongCommand = 2;
export const ourBug = 70;
