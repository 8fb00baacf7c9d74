import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { createProgram, exitCodes } from '../../bin/program.ts';
import { createTerminal } from '../../bin/terminal.ts';

/** `docs/reference/cli.md`: the help of every command, as a terminal of 80 columns shows it. */
export function commandLinePage(): string {
  const stream = new PassThrough();
  const terminal = createTerminal({ stdin: stream, stdout: stream, stderr: stream }, () => false);
  const program = createProgram(terminal, () => {});
  const sections = withDescendants(program).map(({ name, command }) =>
    [`## ${name}`, '```text', command.helpInformation().trimEnd(), '```'].join('\n'),
  );
  return `<!-- Generated from the commands in bin/ by \`npm run generate\`. Do not edit. -->

# Command line

This page has the help of each command. \`account-access <command> --help\` also shows examples. Results go to standard output. The
log, prompts and errors go to standard error; errors begin with \`error:\`.

Exit codes:

${Object.entries(exitCodes)
  .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
  .join('\n')}

With \`--json\`, standard output is only JSON: names in \`snake_case\`, times in UTC (RFC 3339), and \`null\` for an unknown value.
Passwords and keys are never arguments, because other users of the machine can see arguments.

${sections.join('\n\n')}
`;
}

function withDescendants(command: Command, parent = ''): { name: string; command: Command }[] {
  const name = `${parent} ${command.name()}`.trim();
  const children = command.commands.filter((child) => child.name() !== 'help');
  return [{ name, command }, ...children.flatMap((child) => withDescendants(child, name))];
}
