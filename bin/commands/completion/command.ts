import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Argument, Command } from 'commander';
import { didYouMean } from '../../did-you-mean.ts';
import { type Facts, withFacts } from '../../help/facts.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access completion bash`: the script with which a shell completes this command. */
export function completionCommand(terminal: Terminal): Command {
  const command = withFacts(new Command('completion'), facts)
    .description('print what a shell needs to complete commands, options and their values')
    .addArgument(new Argument('<shell>').choices(shells).argParser((typed) => typed))
    .action((typed: string) => {
      const shell = shells.find((known) => known === typed);
      if (shell === undefined)
        return command.error(
          `error: no completion for '${typed}'. There are ${shells.join(', ')}.${didYouMean(typed, shells)}`,
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
    'Each takes effect in the next shell. In zsh, compinit must be on, and the folder one of $fpath that you may write. The command must be found as account-access, as after npm install --global.',
  ],
};

const shells = ['bash', 'zsh', 'fish'] as const;

/** What a shell is to read. It asks the command itself for each completion, so that it never grows old. */
function completionScript(shell: (typeof shells)[number]): string {
  return readFileSync(createRequire(import.meta.url).resolve(`#completion/${shell}`), 'utf8');
}
