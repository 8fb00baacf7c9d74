import { parse } from 'yaml';
import { isJsonObject } from '../document/model/pointer.ts';
import type { Finding } from './finding.ts';

export interface Suppression {
  readonly at: string;
  /** What changed. @default every change at the pointer */
  readonly change?: string;
  readonly reason: string;
}

type Place = Pick<Finding, 'pointer' | 'change'>;

export type Suppressed<Found extends Place = Finding> = Found & { readonly reason: string };

/** The list of suppressions cannot be used. The message says why in one line. */
export class SuppressionError extends Error {}

/** Reads a list of suppressions, in YAML or JSON. @throws SuppressionError */
export function readSuppressions(text: string, name: string): readonly Suppression[] {
  let list: unknown;
  try {
    list = parse(text) ?? [];
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : cause;
    throw new SuppressionError(`${name} is not YAML: ${why}`, { cause });
  }
  if (!Array.isArray(list)) throw new SuppressionError(`${name} is not a list of suppressions`);
  return list.map((item, index) => {
    const { at, change, reason, ...others } = isJsonObject(item) ? item : {};
    const isText = (value: unknown): value is string =>
      typeof value === 'string' && value.trim() !== '';
    const place = `${name}: suppression ${index + 1}`;
    if (!isText(at))
      throw new SuppressionError(`${place} has no \`at\`, the pointer of the finding`);
    if (!isText(reason)) throw new SuppressionError(`${place} has no \`reason\``);
    if (change !== undefined && !isText(change))
      throw new SuppressionError(`${place}: \`change\` is not a text`);
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw new SuppressionError(`${place} has the unknown field ${unknown}`);
    return { at, reason, ...(change !== undefined && { change }) };
  });
}

/** Divides findings into those that count, and those that are suppressed. `unused`: suppressions without a finding. */
export function suppress<Found extends Place>(
  findings: readonly Found[],
  suppressions: readonly Suppression[],
) {
  const used = new Set<Suppression>();
  const left: Found[] = [];
  const suppressed: Suppressed<Found>[] = [];
  for (const found of findings) {
    const match = suppressions.find(
      ({ at, change }) => at === found.pointer && (change === undefined || change === found.change),
    );
    if (match === undefined) left.push(found);
    else suppressed.push({ ...found, reason: match.reason });
    if (match !== undefined) used.add(match);
  }
  return { findings: left, suppressed, unused: suppressions.filter((one) => !used.has(one)) };
}
