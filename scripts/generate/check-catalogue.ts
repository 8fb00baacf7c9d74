import { checks, responseChecks } from '../../conformance/catalogue.ts';
import type { Need, Rule } from '../../conformance/check.ts';
import { catalogueOf } from '../../conformance/check-catalogue.ts';
import { service } from '../../conformance/checks/service.ts';
import { describeSource } from '../../conformance/report/describe-source.ts';
import { serviceDocumentSuite } from '../../conformance/service-document.ts';
import { type Strength, strengths } from '../../conformance/strength.ts';
import { bindSuite } from '../../conformance/suite.ts';

type Listed = Rule & { readonly needs?: readonly Need[] };

const meaning: Record<Strength, string> = {
  safety:
    'without it, a server loses requests, leaks secrets or lets strangers in. A failure fails the run, unless the profile waives it with a reason',
  shown: 'the [interface description](interface.md) shows it. A failure fails the run, and cannot be waived',
  standard:
    'a standard requires it of an application. A failure fails the run, unless the profile waives it with a reason',
  wire: 'a standard requires it of the HTTP layer below an application, which frameworks often ignore. A failure is a warning, and fails only with `--wire`',
  decided:
    'we decided it ([decisions](decisions.md)). A server that decides otherwise "differs", and fails only with `--strict`',
  observed: 'nothing requires it. It is reported, and never fails',
};

/** `docs/checks.md`: every check of the service, by subject, in the order of the catalogue. */
export function checksDoc(): string {
  const rules: readonly Listed[] = [...checks, ...responseChecks];
  const subjects = new Set(rules.map(({ id }) => id.replace(/\/.*/, '')));
  return [
    '<!-- Generated from conformance/catalogue.ts by `npm run generate`. Do not edit. -->',
    '',
    '# Checks',
    '',
    `\`account-access test <base-url>\` runs ${checks.length} checks against a service, and ${responseChecks.length} more on every response.`,
    'Each check has one of six strengths:',
    '',
    ...strengths.map((strength) => `- **${strength}** (${count(rules, strength)}): ${meaning[strength]}.`),
    '',
    ...[...subjects].toSorted().flatMap((name) =>
      subject(
        name,
        rules.filter(({ id }) => id.startsWith(`${name}/`)),
      ),
    ),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

function count(rules: readonly Rule[], wanted: Strength): number {
  return rules.filter(({ strength }) => strength === wanted).length;
}

function subject(name: string, rules: readonly Listed[]): string[] {
  const rows = rules.map((rule) => [
    `\`${rule.id}\``,
    cell(rule.rule),
    rule.strength,
    source(rule),
    needsOf(rule),
  ]);
  return [`## ${name}`, '', ...table([['check', 'rule', 'strength', 'source', 'needs'], ...rows]), ''];
}

/** A table as the formatter aligns it. The first row has the headings. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_name, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)];
}

function source({ source: given }: Rule): string {
  const { kind, url } = describeSource(given);
  if (url !== undefined) return `[${given}](${url})`;
  if (kind !== 'clause') return `[${given}](decisions.md#${given})`;
  return `[${given.replace('-', ' ')}](interface.md#${given})`;
}

// A rule about every response needs nothing.
function needsOf({ needs = [] }: Listed): string {
  return needs.map((need) => (need === 'destructive' ? '`--destructive`' : need)).join(', ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** `generated/check-catalogue.json`: what the command line says about the checks, without loading the code that runs them. */
export function checksJson(): string {
  return `${JSON.stringify(catalogueOf([bindSuite(service), serviceDocumentSuite()]), undefined, 2)}\n`;
}
