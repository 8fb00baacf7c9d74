import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { defaultConfig } from '../../server/config/config.ts';
import type { Document } from '../contract/document.ts';
import { errorReasons } from './error-reasons.ts';
import { fieldTable, type JsonSchema } from './field-table.ts';

/** The pages of `docs/reference/` that people write, with the parts that are derived. By the name of the file. */
export async function filledPages(document: Document): Promise<(readonly [name: string, text: string])[]> {
  const schema = async (path: string): Promise<JsonSchema> => JSON.parse(await readFile(path, 'utf8'));
  const profile = await schema('conformance/profile.schema.json');
  const report = await schema('conformance/report.schema.json');
  const config = await schema('generated/config.schema.json');
  return Promise.all([
    fill('profile.md', 'fields', fieldTable(profile)),
    fill('report.md', 'fields', fieldTable(report)),
    fill('configuration.md', 'settings', fieldTable(config, defaultsOf(defaultConfig))),
    fill('error-reasons.md', 'reasons', errorReasons(document)),
  ]);
}

async function fill(name: string, part: string, content: string): Promise<readonly [string, string]> {
  return [name, replacePart(await readFile(`docs/reference/${name}`, 'utf8'), part, content)];
}

/** Replaces what is between `<!-- generated: part -->` and the next `<!-- end -->`. @throws Error when there is no such part */
export function replacePart(text: string, part: string, content: string): string {
  const begin = `<!-- generated: ${part} -->\n`;
  const start = text.indexOf(begin);
  const end = text.indexOf('<!-- end -->', start);
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
