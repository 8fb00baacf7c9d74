import { parse } from 'yaml';
import { isJsonObject } from '../document/model/pointer.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { type Finding, impactOf } from './finding.ts';
import { ruleNames } from './rules.ts';

const severities = ['breaking', 'compatible', 'ignore'] as const;
type Severity = (typeof severities)[number];

/** What a change means for clients, by the name of the rule that rates it. */
export type Severities = Readonly<Record<string, Severity>>;

/** The file of severities cannot be used. The message says why in one line. */
export class SeverityError extends Error {}

/** Reads ratings by rule, in YAML or JSON. @throws SeverityError */
export function readSeverities(text: string, name: string): Severities {
  let map: unknown;
  try {
    map = parse(text) ?? {};
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : cause;
    throw new SeverityError(`${name} is not YAML: ${why}`, { cause });
  }
  if (!isJsonObject(map))
    throw new SeverityError(`${name} does not have the form \`rule: severity\``);

  const entries = Object.entries(map).map(([rule, value]) => {
    if (!ruleNames.includes(rule) && !rule.startsWith('x-'))
      throw new SeverityError(`${name}: no rule is named ${rule}.${didYouMean(rule, ruleNames)}`);
    const severity = severities.find((known) => known === value);
    if (severity === undefined)
      throw new SeverityError(
        `${name}: the severity of ${rule} is none of ${severities.join(', ')}`,
      );
    return [rule, severity] as const;
  });
  return Object.fromEntries(entries);
}

/** Rates findings as the severities say. What servers must do does not change, unless the finding is ignored. */
export function rateAnew(
  findings: readonly Finding[],
  severitiesByRule: Severities = {},
): readonly Finding[] {
  return findings.flatMap((found) => {
    const [rule = ''] = found.rules;
    const severity = Object.hasOwn(severitiesByRule, rule) ? severitiesByRule[rule] : undefined;
    if (severity === undefined) return [found];
    if (severity === 'ignore') return [];
    const rated: Finding = { ...found, clients: severity };
    return [{ ...rated, impact: impactOf(rated) }];
  });
}
