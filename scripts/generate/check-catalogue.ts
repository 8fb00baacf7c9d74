import { type Basis, bases } from '../../conformance/basis.ts';
import { checks, responseChecks } from '../../conformance/catalogue.ts';
import type { Need, Rule } from '../../conformance/check.ts';
import { catalogueOf } from '../../conformance/check-catalogue.ts';
import { service } from '../../conformance/checks/service.ts';
import { describeSource } from '../../conformance/report/describe-source.ts';
import { serviceDocumentSuite } from '../../conformance/service-document.ts';
import { makeRunnable } from '../../conformance/suite.ts';
import { alignedTable } from '../docs/markdown/write-markdown.ts';

type Listed = Rule & { readonly needs?: readonly Need[] };

const meaning: Record<Basis, string> = {
  safety:
    'without it, a server loses requests, leaks secrets or lets strangers in. A failure fails the run, unless the profile waives it with a reason',
  shown: 'the [interface description](interface.md) shows it. A failure fails the run, and cannot be waived',
  standard:
    'a standard requires it of an application. A failure fails the run, unless the profile waives it with a reason',
  wire: 'a standard requires it of the HTTP layer below an application, which frameworks often ignore. A failure is a warning, and fails only with `--wire`',
  decided:
    'we decided it ([decisions](../explanation/decisions.md)). A server that decides otherwise "differs", and fails only with `--strict`',
  observed: 'nothing requires it. It is reported, and never fails',
};

/** `docs/reference/checks.md`: every check of the service, by subject, in the order of the catalogue. */
export function checksDoc(): string {
  const rules: readonly Listed[] = [...checks, ...responseChecks];
  const subjects = new Set(rules.map(({ id }) => id.replace(/\/.*/, '')));
  return [
    '<!-- Generated from conformance/catalogue.ts by `npm run generate`. Do not edit. -->',
    '',
    '# Checks',
    '',
    `\`account-access test <base-url>\` runs ${checks.length} checks against a service, and ${responseChecks.length} more on every response.`,
    'Each check rests on one of six bases:',
    '',
    ...bases.map((basis) => `- **${basis}** (${count(rules, basis)}): ${meaning[basis]}.`),
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

function count(rules: readonly Rule[], wanted: Basis): number {
  return rules.filter(({ basis }) => basis === wanted).length;
}

function subject(name: string, rules: readonly Listed[]): string[] {
  const rows = rules.map((rule) => [`\`${rule.id}\``, rule.rule, rule.basis, source(rule), needsOf(rule)]);
  return [`## ${name}`, '', alignedTable(['check', 'rule', 'basis', 'source', 'needs'], rows), ''];
}

function source({ source: given }: Rule): string {
  const { kind, url } = describeSource(given);
  if (url !== undefined) return `[${given}](${url})`;
  if (kind !== 'clause') return `[${given}](../explanation/decisions.md#${given})`;
  return `[${given.replace('-', ' ')}](interface.md#${given})`;
}

// A rule about every response needs nothing.
function needsOf({ needs = [] }: Listed): string {
  return needs.map((need) => (need === 'destructive' ? '`--destructive`' : need)).join(', ');
}

/** `generated/check-catalogue.json`: what the command line says about the checks, without loading the code that runs them. */
export function checksJson(): string {
  return `${JSON.stringify(catalogueOf([makeRunnable(service), serviceDocumentSuite()]), undefined, 2)}\n`;
}
