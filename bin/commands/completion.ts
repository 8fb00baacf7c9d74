import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Argument } from 'commander';
import { didYouMean } from '../../conformance/engine/terminal/did-you-mean.ts';
import { type HelpTexts, withHelp } from '../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../conformance/engine/terminal/program.ts';

export const define: Define = (command, terminal) => {
  withHelp(command, help)
    .addArgument(new Argument('<shell>').choices(shells).argParser((typed) => typed))
    .action((typed: string) => {
      const shell = shells.find((known) => known === typed);
      if (shell === undefined)
        return command.error(
          `error: no completion for the shell '${typed}'. Choose from ${shells.join(', ')}.${didYouMean(typed, shells)}`,
        );
      // It runs the installed command for each completion, so it is never out of date.
      const script = createRequire(import.meta.url).resolve(`#completion/${shell}`);
      terminal.stdout.write(readFileSync(script, 'utf8'));
    });
};

const help: HelpTexts = {
  examples: [
    "echo 'source <(account-access completion bash)' >> ~/.bashrc",
    `account-access completion zsh > "\${fpath[1]}/_account-access"`,
    'account-access completion fish > ~/.config/fish/completions/account-access.fish',
  ],
  notes: [
    'Completion works in the next shell that you start. In zsh, turn on compinit, and choose a writable folder of $fpath. The shell must find the command as account-access, as after npm install --global.',
  ],
};

const shells = ['bash', 'zsh', 'fish'] as const;
