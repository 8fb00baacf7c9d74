import { parseDocument } from 'yaml';
import type { KnownFailure } from './judge.ts';

/** The baseline cannot be used. The message has one line for each problem. */
export class BaselineError extends Error {}

/**
 * Reads `known.yaml`: a list of `{ check, key?, reason }` for failures that are known and do not fail the run. An entry
 * without a reason is rejected, so that readers know why it is there.
 */
export function readBaseline(text: string): readonly KnownFailure[] {
  const parsed = parseDocument(text, { prettyErrors: false });
  const [error] = parsed.errors;
  if (error) throw new BaselineError(`the baseline is not YAML: ${error.message.split('\n')[0]}`);
  const entries: unknown = parsed.toJS() ?? [];
  if (!Array.isArray(entries)) throw new BaselineError('the baseline is not a list');
  const problems = entries.flatMap((entry, at) => problemOf(entry, at));
  if (problems.length > 0) throw new BaselineError(problems.join('\n'));
  // `problemOf` has checked each entry.
  return entries as KnownFailure[];
}

const fieldNames: readonly string[] = ['check', 'key', 'reason'];

function problemOf(entry: unknown, at: number): string[] {
  const where = `entry ${at + 1} of the baseline`;
  if (typeof entry !== 'object' || entry === null) return [`${where} is not an object`];
  const unknown = Object.keys(entry).filter((name) => !fieldNames.includes(name));
  const text = (name: string) =>
    typeof Reflect.get(entry, name) === 'string' && Reflect.get(entry, name) !== '';
  return [
    ...(text('check') ? [] : [`${where}: "check" must be the id of a check`]),
    ...(text('reason') ? [] : [`${where}: "reason" is missing; say why the failure is known`]),
    ...('key' in entry && !text('key') ? [`${where}: "key" must be a string`] : []),
    ...unknown.map((name) => `${where}: unknown field "${name}"; use check, key and reason`),
  ];
}
