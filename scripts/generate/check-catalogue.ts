import {
  bases,
  catalogueOf,
  defineSuite,
  describeSource,
  type Rule,
} from '../../conformance/engine/index.ts';
import { checks, responseChecks } from '../../conformance/suite/catalogue.ts';
import { service } from '../../conformance/suite/checks/service.ts';
import { describeServiceSource } from '../../conformance/suite/describe-source.ts';
import { serviceDocumentSuite } from '../../conformance/suite/service-document.ts';
import { slug } from '../../docs/.vitepress/slug.ts';
import { clauses } from '../../generated/clauses.ts';
import { sourcePath } from '../clauses/read-clauses.ts';

type Listed = Rule & { readonly needs?: readonly string[] };

/** `docs/test/checks.md`: every check of the service, by subject and basis, in the order of the catalogue. */
export function checksDoc(): string {
  const rules: readonly Listed[] = [...checks, ...responseChecks];
  const subjects = [...new Set(rules.map(({ id }) => id.replace(/\/.*/, '')))].toSorted();
  const description =
    'This page lists the rules that the contract tests check, by subject and basis.';
  return `---
title: Checks
description: ${description}
---

# Checks

${description}

[//]: # (Generated from conformance/suite/catalogue.ts by \`npm run generate\`. Do not edit.)

The [basis](profile-and-reports.md#the-basis-of-a-check) says when a broken rule fails the run. Each check links to its source. Most
checks need an account, and those of \`mfa\` one with MFA. Other needs are in brackets.

The rules of **decided** checks follow from [our decisions](decisions.md), from which your server may differ. This page has their names, and
this command prints their rules:

\`\`\`sh
account-access test --list --basis decided
\`\`\`

${subjects.map((name) => subjectSection(name, rules)).join('\n\n')}
`;
}

function subjectSection(name: string, all: readonly Listed[]): string {
  const rules = all.filter(({ id }) => id.startsWith(`${name}/`));
  const groups = bases.flatMap((basis) => {
    const own = rules.filter((rule) => rule.basis === basis);
    if (own.length === 0) return [];
    if (basis === 'decided') return [`**decided:** ${own.map(nameOf).join(', ')}`];
    return [`**${basis}**\n\n${own.map(item).join('\n')}`];
  });
  return [`## ${name}`, ...groups].join('\n\n');
}

function item(rule: Listed): string {
  const needs = (rule.needs ?? []).filter((need) => need !== 'account' && need !== 'mfaAccount');
  const flags = needs.map((need) => (need === 'destructive' ? '`--destructive`' : need));
  const needed = flags.length > 0 ? ` (${flags.join(', ')})` : '';
  return `- ${nameOf(rule)} ${rule.rule}${needed}`;
}

/** A link to its source: a decision, a standard, or a section of the interface description. */
function nameOf({ id, source }: Rule): string {
  const { kind, url = `decisions.md#${source}` } =
    describeServiceSource(source) ?? describeSource(source);
  return `[\`${id}\`](${kind === 'clause' ? urlOfClause(source) : url})`;
}

function urlOfClause(id: string): string {
  const clause = clauses[id];
  if (clause === undefined) throw new Error(`${sourcePath} has no clause ${id}`);
  return `../../${sourcePath}#${slug(`${clause.section} ${clause.title}`)}`;
}

/** `generated/check-catalogue.json`: what the command line says about the checks, without loading the code that runs them. */
export function checksJson(): string {
  return `${JSON.stringify(catalogueOf([defineSuite(service), serviceDocumentSuite()]), undefined, 2)}\n`;
}
