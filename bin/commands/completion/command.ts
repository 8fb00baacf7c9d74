import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Argument, Command } from 'commander';
import { didYouMean } from '../../did-you-mean.ts';
import { type Facts, withFacts } from '../../help/facts.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access completion bash`: prints the script with which a shell completes this command. */
export function completionCommand(terminal: Terminal): Command {
  const command = withFacts(new Command('completion'), facts)
    .description('print a shell script that completes commands, options and their values')
    .addArgument(new Argument('<shell>').choices(shells).argParser((typed) => typed))
    .action((typed: string) => {
      const shell = shells.find((known) => known === typed);
      if (shell === undefined)
        return command.error(
          `error: no completion for the shell '${typed}'. Choose from ${shells.join(', ')}.${didYouMean(typed, shells)}`,
        );
      terminal.stdout.write(completionScript(shell));
    });
  return command;
}

const facts: Facts = {
  examples: [
    "echo 'source <(account-access completion bash)' >> ~/.bashrc",
    `account-access completion zsh > "\${fpath[1]}/_account-access"`,
    'account-access completion fish > ~/.config/fish/completions/account-access.fish',
  ],
  notes: [
    'Completion works in the next shell that you start. In zsh, turn on compinit, and choose a folder of $fpath that you can write to. The shell must find the command as account-access, as after npm install --global.',
  ],
};

const shells = ['bash', 'zsh', 'fish'] as const;

/** Returns the script for a shell. It runs the installed command for each completion, so it is never out of date. */
function completionScript(shell: (typeof shells)[number]): string {
  return readFileSync(createRequire(import.meta.url).resolve(`#completion/${shell}`), 'utf8');
}
