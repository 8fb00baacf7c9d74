import { Argument, Command } from 'commander';
import type { AddCommand } from '../terminal.ts';

const name = 'account-access';
const shells = ['bash', 'zsh', 'fish'] as const;

/** The scripts have the commands and options of this release: make them again after an update. */
export const completion: AddCommand = (terminal) =>
  new Command('completion')
    .description('print a shell script that completes commands and options')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  ${name} completion bash > ~/.local/share/bash-completion/completions/${name}
  ${name} completion zsh > "\${fpath[1]}/_${name}"
  ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    )
    .action(async (shell: (typeof shells)[number], _options, command: Command) => {
      // Loaded here, so that other commands start faster.
      const { engineOptions } = await import('../engine.ts');
      const program = command.parent ?? command;
      const names = program.commands.map((child) => child.name());
      const words = new Map([
        ...wordsOf(program),
        ...(await engineOptions()),
        ['help', names] as const,
      ]);
      terminal.stdout.write(shell === 'fish' ? fishScript(words) : bashScript(words, shell));
    });

type Words = ReadonlyMap<string, readonly string[]>;

/** What can follow each command, by its name with those of its parents. */
function wordsOf(command: Command, path = ''): Words {
  const own = [
    ...command.commands.map((child) => child.name()),
    ...(path === '' ? ['help'] : []),
    ...command.options.map(({ long, flags }) => long ?? flags),
    '--help',
  ];
  const below = command.commands.flatMap((child) => [
    ...wordsOf(child, `${path} ${child.name()}`.trim()),
  ]);
  return new Map([[path, own], ...below]);
}

function bashScript(words: Words, shell: 'bash' | 'zsh'): string {
  const commands = [...words.keys()].filter(Boolean).map((path) => `'${path}'`);
  const cases = [...words].map(([path, own]) => `    '${path}') words='${own.join(' ')}' ;;`);
  const head =
    shell === 'zsh' ? `#compdef ${name}\nautoload -U +X bashcompinit && bashcompinit\n` : '';
  return `${head}_account_access() {
  local word path='' words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${commands.join('|')}) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _account_access ${name}
`;
}

function fishScript(words: Words): string {
  const lines = [...words].map(([path, own]) => {
    const conditions = path
      .split(' ')
      .filter(Boolean)
      .map((word) => `__fish_seen_subcommand_from ${word}`);
    const condition = conditions.length === 0 ? '__fish_use_subcommand' : conditions.join('; and ');
    return `complete -c ${name} -n '${condition}' -a '${own.join(' ')}'`;
  });
  return `${lines.join('\n')}\n`;
}
