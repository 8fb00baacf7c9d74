import { Command, InvalidArgumentError, Option } from 'commander';
import { reportFailure } from './report-failure.ts';

/** `account-access calibrate`: what hashing a password should cost on this machine. */
export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description(
      'measure Argon2id on this machine for some ten seconds, and propose what hashing should cost',
    )
    .addOption(
      new Option('--target <ms>', 'how long verifying one password may take')
        .default(50)
        .argParser(wholeNumber(1, 5000)),
    )
    .addOption(
      new Option(
        '--parallel <count>',
        'how many are verified at once (default: as the service does, one a core)',
      ).argParser(wholeNumber(1, 256)),
    )
    .addOption(
      new Option(
        '--memory <MiB>',
        'how much memory all of them may take together (default: half of what is available)',
      ).argParser(wholeNumber(1, 1024 * 1024)),
    )
    .option('--json', 'as JSON')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', examples)
    .action((options) =>
      reportFailure(async () => (await import('./calibrate-action.ts')).calibrateHere(options)),
    );
}

function wholeNumber(least: number, most: number) {
  return (text: string) => {
    const value = Number(text);
    if (!/^\d{1,7}$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
    return value;
  };
}

const examples = `
50 ms is not noticed at a login and makes a thief wait as long for each guess, on a machine as good as this one. Nothing below
m=19456,t=2,p=1 is proposed, the least that OWASP recommends. Measure where the service runs, while nothing else is going on.

Examples:
  account-access calibrate
  account-access calibrate --target 100 --memory 512
  account-access calibrate --json
`;
