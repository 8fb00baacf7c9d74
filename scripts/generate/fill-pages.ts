import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { profileSchema } from '../../conformance/engine/index.ts';
import { serviceProfilePart } from '../../conformance/suite/profile/service-profile.ts';
import { defaultConfig } from '../../server/config/config.ts';
import type { Document } from '../contract/document.ts';
import { commandList, exitCodeTable } from './command-list.ts';
import { contractChangelog } from './contract-changelog.ts';
import { errorCatalogue } from './error-catalogue.ts';

/** The pages that people write, with the parts that are derived. By path. */
export async function filledPages(
  document: Document,
): Promise<(readonly [path: string, text: string])[]> {
  const config: JsonSchema = JSON.parse(await readFile('server/config/config.schema.json', 'utf8'));
  return Promise.all([
    fill('docs/test/profile-and-reports.md', { fields: fieldList(serviceProfileSchema()) }),
    fill('docs/run/configuration.md', {
      settings: fieldList(config, defaultsOf(defaultConfig)),
      commands: commandList(),
      'exit codes': exitCodeTable(),
    }),
    fill('docs/use/errors.md', { reasons: errorCatalogue(document) }),
    fill('docs/use/changelog.md', { releases: await contractChangelog() }),
  ]);
}

export function serviceProfileSchema(): JsonSchema {
  const $id = 'https://account-access.example/schemas/profile.json';
  return { ...profileSchema([serviceProfilePart]), $id };
}

async function fill(
  path: string,
  parts: Readonly<Record<string, string>>,
): Promise<readonly [string, string]> {
  let text = await readFile(path, 'utf8');
  for (const [part, content] of Object.entries(parts)) text = replacePart(text, part, content);
  return [path, text];
}

/**
 * Replaces what is between `[//]: # (generated: part)` and the next `[//]: # (end)`. These are comments for every renderer, also for one
 * that shows HTML as text. @throws Error when there is no such part
 */
export function replacePart(text: string, part: string, content: string): string {
  const begin = `[//]: # (generated: ${part})\n`;
  const start = text.indexOf(begin);
  const end = text.indexOf('[//]: # (end)', start);
  if (start < 0 || end < 0) throw new Error(`the page has no part "${part}"`);
  return `${text.slice(0, start + begin.length)}\n${content}\n\n${text.slice(end)}`;
}

/** Each setting that has a default, by its path, except those that depend on the machine. */
function defaultsOf(value: object, above = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(value).flatMap(([name, own]): [string, string][] => {
      const path = `${above}${name}`;
      if (path === 'hashing') return [];
      if (typeof own === 'object' && !Array.isArray(own)) return [...defaultsOf(own, `${path}.`)];
      return own === undefined ? [] : [[path, stringify(own).trim()]];
    }),
  );
}

interface JsonSchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
}

/** In Markdown. A definition is shown for its first field. @param defaults those that the schema does not have, by path */
function fieldList(schema: JsonSchema, defaults: ReadonlyMap<string, string> = new Map()): string {
  const firstPaths = new Map<string, string>();
  const { $defs = {} } = schema;

  /** A schema without its reference. What stands next to the reference wins. */
  function resolve(one: JsonSchema): JsonSchema {
    if (one.$ref === undefined) return one;
    const target = $defs[one.$ref.replace('#/$defs/', '')];
    if (target === undefined) throw new Error(`the schema has no ${one.$ref}`);
    return { ...resolve(target), ...one };
  }

  function linesOf(one: JsonSchema, above: string): string[] {
    const { properties = {}, required = [], items, additionalProperties } = one;
    const own = Object.entries(properties).flatMap(([name, property]) => {
      const path = `${above}${name}`;
      const isRequired = required.includes(name);
      // With defaults of its own, a field is shown in full.
      const hasDefaults = [...defaults.keys()].some((other) => other.startsWith(`${path}.`));
      if (property.$ref !== undefined && !hasDefaults) {
        const first = firstPaths.get(property.$ref);
        if (first !== undefined) return lineOf(path, `as \`${first}\``, property, isRequired);
        firstPaths.set(property.$ref, path);
      }
      const resolved = resolve(property);
      const below = linesOf(resolved, `${path}.`);
      return [
        lineOf(path, below.length > 0 ? '' : typeOf(resolved), resolved, isRequired),
        ...below,
      ];
    });
    const element =
      items === undefined ? [] : linesOf(resolve(items), `${above.replace(/\.$/, '')}[].`);
    const isNamed = typeof additionalProperties === 'object';
    return [
      ...own,
      ...element,
      ...(isNamed ? linesOf(resolve(additionalProperties), `${above}<name>.`) : []),
    ];
  }

  function lineOf(path: string, type: string, schema: JsonSchema, isRequired: boolean) {
    const { default: value, description = '' } = schema;
    const fallback =
      defaults.get(path) ?? (value === undefined ? undefined : JSON.stringify(value));
    const byDefault = fallback !== undefined && `default \`${fallback}\``;
    const facts = [type, isRequired && 'required', byDefault].filter(Boolean);
    return `- \`${path}\`${facts.length > 0 ? ` (${facts.join(', ')})` : ''} ${description}`.trimEnd();
  }

  return linesOf(schema, '').join('\n');
}

function typeOf({
  type,
  const: only,
  enum: values,
  anyOf,
  format,
  minimum,
  maximum,
}: JsonSchema): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  const range =
    maximum === undefined ? minimum !== undefined && `≥${minimum}` : `${minimum ?? ''}–${maximum}`;
  return [format ?? type, range].filter(Boolean).join(' ');
}
