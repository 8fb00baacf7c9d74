import { type Command, Option } from 'commander';
import { parsePort } from './whole-number.ts';

/** Gives a command that is tried out on this machine the place to listen on. */
export function listening(command: Command, port: number): Command {
  return command
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 for any that is free')
        .default(port)
        .argParser(parsePort),
    )
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'));
}
