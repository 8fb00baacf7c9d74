import { Command, Option } from 'commander';
import { withFacts } from '../../help/facts.ts';
import { jsonOption, wholeNumber } from '../../options/common-options.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access calibrate`: what hashing a password should cost on this machine. */
export function calibrateCommand(terminal: Terminal): Command {
  return withFacts(new Command('calibrate'), facts)
    .description(
      'measure Argon2id on this machine for some ten seconds, and propose what hashing should cost',
    )
    .addOption(
      new Option('--target <ms>', 'how long verifying one password may take')
        .default(50)
        .argParser(wholeNumber('A time', 5000, 1)),
    )
    .addOption(
      new Option(
        '--parallel <count>',
        'how many are verified at once (default: as the service does, one a core)',
      ).argParser(wholeNumber('A count', 256, 1)),
    )
    .addOption(
      new Option(
        '--memory <MiB>',
        'how much memory all of them may take together (default: half of what is available)',
      ).argParser(wholeNumber('Memory', 1024 * 1024, 1)),
    )
    .addOption(jsonOption())
    .action((options) =>
      reportFailure(terminal, async () => (await import('./action.ts')).calibrateHere(terminal, options)),
    );
}

const facts = {
  examples: [
    'account-access calibrate',
    'account-access calibrate --target 100 --memory 512',
    'account-access calibrate --json',
  ],
  notes: [
    'Users do not notice 50 ms at a login, but an attacker with a stolen database needs as much for each password. No cost below m=19456,t=2,p=1, the minimum of OWASP, is proposed. Measure on the machine of the service, while it is idle.',
  ],
  json: [
    {
      target_ms: 50,
      at_once: 2,
      memory_mib: 1024,
      measured: [{ argon2: 'm=19456,t=2,p=1', ms: 31.4, per_second: 63.7, memory_mib: 38 }],
      proposed: { argon2: 'm=19456,t=2,p=1', verdict: 'within_target' },
    },
  ],
} as const;
