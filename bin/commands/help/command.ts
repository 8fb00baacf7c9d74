import { Command } from 'commander';
import { didYouMean } from '../../did-you-mean.ts';
import { withFacts } from '../../help/facts.ts';
import { prepare } from '../../when-needed.ts';

/** `account-access help accounts add`: shows the same as `accounts add --help`. */
export function helpCommand(): Command {
  const help = withFacts(new Command('help'), {
    examples: ['account-access help', 'account-access help accounts add'],
  })
    .description('show the help of a command')
    .argument('[command...]', 'name of the command')
    .action((names: readonly string[]) => {
      // The command always has a parent: `createProgram` adds it.
      let command = help.parent ?? help;
      for (const name of names) {
        const next = command.commands.find((child) => child.name() === name);
        if (next === undefined) {
          const known = command
            .createHelp()
            .visibleCommands(command)
            .map((child) => child.name());
          return command.error(`error: unknown command '${name}'.${didYouMean(name, known)}`);
        }
        prepare(next);
        command = next;
      }
      command.outputHelp();
    });
  return help;
}
