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

The tests run ${checks.length} checks, and ${responseChecks.length} more on every response. By
[basis](profile-and-reports.md#the-basis-of-a-check):
${bases.map((basis) => `${rules.filter((rule) => rule.basis === basis).length} **${basis}**`).join(', ')}.
A check links to its source, or names its section (§) of [openapi/interface.md](../../openapi/interface.md).

Most checks need an account, and those of \`mfa\` one with MFA. Other needs are in brackets.

${subjects.map((name) => subjectSection(name, rules)).join('\n\n')}
`;
}

function subjectSection(name: string, all: readonly Listed[]): string {
  const rules = all.filter(({ id }) => id.startsWith(`${name}/`));
  const groups = bases.flatMap((basis) => {
    const own = rules.filter((rule) => rule.basis === basis);
    return own.length > 0 ? [`**${basis}**\n\n${own.map(item).join('\n')}`] : [];
  });
  return [`## ${name}`, ...groups].join('\n\n');
}

function item(rule: Listed): string {
  const needs = (rule.needs ?? []).filter((need) => need !== 'account' && need !== 'mfaAccount');
  const flags = needs.map((need) => (need === 'destructive' ? '`--destructive`' : need));
  const needed = flags.length > 0 ? ` (${flags.join(', ')})` : '';
  return `- ${nameOf(rule)} ${rule.rule}${needed}`;
}

/** With its source, which has no place of its own if it is a clause. */
function nameOf({ id, source }: Rule): string {
  const { kind, url = `decisions.md#${source}` } =
    describeServiceSource(source) ?? describeSource(source);
  if (kind !== 'clause') return `[\`${id}\`](${url})`;
  return `\`${id}\` § ${source.replace('-', ' ')}:`;
}

/** `generated/check-catalogue.json`: what the command line says about the checks, without loading the code that runs them. */
export function checksJson(): string {
  return `${JSON.stringify(catalogueOf([defineSuite(service), serviceDocumentSuite()]), undefined, 2)}\n`;
}
