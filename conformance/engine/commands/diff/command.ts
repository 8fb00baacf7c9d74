import { Option } from 'commander';
import { comparisonFormats } from '../../diff/report.ts';
import { fullName, type HelpTexts, withHelp } from '../../terminal/help-texts.ts';
import type { Define } from '../../terminal/program.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exitFailure, reportUsage } from '../../terminal/usage-error.ts';
import { allowFilesOption } from '../options.ts';
import { readInChild } from '../start-task.ts';
import type { CompareOptions } from './compare.ts';

interface DiffOptions extends CompareOptions {
  readonly failFor: 'clients' | 'servers';
}

export const define: Define = (command, terminal) => {
  withHelp(command, helpOf(fullName(command)))
    .argument('<old>', 'file or address of the earlier document')
    .argument('<new>', 'file or address of the later document')
    .addOption(
      new Option('--format <format>', 'how to write the changes')
        .choices(Object.keys(comparisonFormats))
        .default('text'),
    )
    .addOption(
      new Option(
        '--fail-for <party>',
        'exit with 1 if a change breaks clients, or if servers must follow it',
      )
        .choices(['clients', 'servers'])
        .default('clients'),
    )
    .option(
      '--suppressions <file>',
      'YAML or JSON list of accepted changes: `at`, `reason`, and optionally `change`',
    )
    .option(
      '--severity <file>',
      'YAML or JSON map from a rule to `breaking`, `compatible` or `ignore`: what its changes mean for clients',
    )
    .addOption(allowFilesOption())
    .option('--extensions', 'also compare fields whose names start with x-')
    .action((old: string, later: string, options: DiffOptions) =>
      diff(terminal, old, later, options),
    );
};

const helpOf = (name: string): HelpTexts => ({
  examples: [
    `${name} released.yaml openapi.yaml`,
    `${name} released.yaml openapi.yaml --format github --suppressions accepted.yaml`,
    `${name} released.yaml openapi.yaml --severity severities.yaml`,
    `${name} https://api.example.com/openapi.json openapi.yaml --fail-for servers`,
  ],
  notes: [
    'Exit codes: 0 no change that --fail-for names, 1 at least one, 2 a document or another file cannot be used.',
  ],
});

async function diff(
  terminal: Terminal,
  old: string,
  later: string,
  { failFor, ...options }: DiffOptions,
): Promise<void> {
  await reportUsage(terminal, async () => {
    const input = { old, later, ...options };
    const { text, breaksClients, bindsServers } = await readInChild(
      'diff',
      input,
      undefined,
      terminal,
    );
    // Annotations are commands of the runner, and escape what they contain.
    if (options.format === 'github') terminal.stdout.write(`${text}\n`);
    else terminal.print(text);
    const isFailure = failFor === 'clients' ? breaksClients : bindsServers;
    terminal.endWith(isFailure ? exitFailure : 0);
  });
}
