import type { Command } from 'commander';
import { fullName } from './facts.ts';

/** What the environment says to the commands: a variable, and what it means. */
export function environmentOf(program: Command): (readonly [variable: string, meaning: string])[] {
  const options = new Map<string, { flag: string; commands: string[] }>();
  for (const command of all(program))
    for (const { envVar, long } of command.options) {
      if (envVar === undefined) continue;
      const known = options.get(envVar) ?? { flag: long ?? '', commands: [] };
      known.commands.push(fullName(command).replace('account-access ', ''));
      options.set(envVar, known);
    }
  const ours = [...options].map(
    ([variable, { flag, commands }]) =>
      [
        `\`${variable}\``,
        `\`${flag}\` of ${commands.length > 3 ? 'every command that has it' : commands.join(', ')}`,
      ] as const,
  );
  return [...ours.toSorted(([one], [other]) => one.localeCompare(other, 'en')), ...others];
}

const others = [
  ['`PGPASSWORD`, `PGPASSFILE`', 'the password of a PostgreSQL database, or the file that has it'],
  ['`NO_COLOR`', 'not empty: no colours, as with `--no-color`'],
  ['`FORCE_COLOR`', 'colours also where there is no terminal; 0 for none'],
  ['`TERM`', '`dumb`: no colours, no questions, no line that is written over'],
  ['`UV_THREADPOOL_SIZE`', 'on how many threads passwords are hashed'],
  ['`GITHUB_ACTIONS`', '`true`: `test` and `proxy` write annotations too'],
] as const;

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}
