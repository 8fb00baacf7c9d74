import { shellWord } from '../../http/shell-word.ts';
import { withoutQuery } from '../../without-query.ts';
import type { TestOptions } from '../options.ts';
import type { TestProgram } from '../test-program.ts';

/** The shell command that repeats a run: it sends the same requests, since it has the same seed. */
export function rerunCommand(
  { commandName }: TestProgram,
  baseUrl: string,
  seed: number,
  options: TestOptions,
): string {
  const { profile, document, suite = [], header = [], ca, cert, key, maxResponseTime } = options;
  const { insecure, destructive, readOnly, strict, wire } = options;
  const shown = document && withoutQuery(document);
  const values = { profile, document: shown, ca, cert, key, 'max-response-time': maxResponseTime };
  const words = [
    ...[baseUrl, '--seed', `${seed}`],
    ...Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, `${value}`],
    ),
    ...suite.flatMap((file) => ['--suite', file]),
    ...header.flatMap((line) => ['--header', line]),
    ...Object.entries({ insecure, destructive, 'read-only': readOnly, strict, wire }).flatMap(
      ([name, on]) => (on ? [`--${name}`] : []),
    ),
  ];
  return `${commandName} test ${words.map(shellWord).join(' ')}`;
}
