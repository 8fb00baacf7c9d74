import { Option } from 'commander';
import { type Define, reporting } from '../../define.ts';
import { withHelp } from '../../help/help-texts.ts';
import { jsonOption, wholeNumber } from '../../options/common-options.ts';
import { calibrateHere } from './action.ts';

/** `account-access calibrate`: proposes what hashing a password should cost on this machine. */
export const define: Define = (command, terminal) => {
  withHelp(command, help)
    .addOption(
      new Option('--target <ms>', 'longest time that verifying a password may take')
        .default(50)
        .argParser(wholeNumber('A time', 5000, 1)),
    )
    .addOption(
      new Option(
        '--parallel <count>',
        'number of passwords to verify at once (default: as the service, one per core)',
      ).argParser(wholeNumber('A count', 256, 1)),
    )
    .addOption(
      new Option(
        '--memory <MiB>',
        'memory that all of them together may use (default: half of the available memory)',
      ).argParser(wholeNumber('Memory', 1024 * 1024, 1)),
    )
    .addOption(jsonOption())
    .action(reporting(terminal, calibrateHere));
};

const help = {
  examples: [
    'account-access calibrate',
    'account-access calibrate --target 100 --memory 512',
    'account-access calibrate --json',
  ],
  notes: [
    'Users do not notice 50 ms at a login, but an attacker with a stolen database needs as long for each password it tries. The command never proposes less than m=19456,t=2,p=1, the minimum that OWASP recommends. Measure on the machine of the service, while the machine is idle.',
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
