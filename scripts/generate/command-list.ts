import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { createProgram, exitCodes } from '../../bin/program.ts';
import { createTerminal } from '../../bin/terminal.ts';

/** Each command that does something, with its usage and what it does, in Markdown. */
export function commandList(): string {
  const stream = new PassThrough();
  const terminal = createTerminal({ stdin: stream, stdout: stream, stderr: stream }, () => false);
  return leavesOf(createProgram(terminal, () => {}))
    .map(({ usage, description }) => `- \`${usage}\`: ${description}`)
    .join('\n');
}

function leavesOf(command: Command, parent = ''): { usage: string; description: string }[] {
  const name = `${parent} ${command.name()}`.trim();
  if (command.commands.length > 0) return command.commands.flatMap((one) => leavesOf(one, name));
  const usage = `${name} ${command.usage().replace('[options]', '').trim()}`.trim();
  return [{ usage, description: command.description() }];
}

export function exitCodeTable(): string {
  return Object.entries(exitCodes)
    .map(([code, meaning]) => `- ${code}: ${meaning}`)
    .join('\n');
}
