import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parseDocument } from 'yaml';
import type { Layer } from './merge-config.ts';
import { OperatorError } from './operator/operator-error.ts';

/** What a file of configuration says. @throws OperatorError with every problem at once, each with its place */
export function readConfigFile(path: string): Layer {
  const value = parse(path, readText(path));
  const problems = problemsOf(value);
  if (problems.length > 0) throw invalid(path, problems);
  // The schema has just been checked.
  return value as Layer;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new OperatorError('config_invalid', `the configuration ${path} cannot be read`, { cause });
  }
}

// JSON is YAML too.
function parse(path: string, text: string): unknown {
  const document = parseDocument(text);
  if (document.errors.length === 0) return document.toJS() ?? {};
  throw invalid(
    path,
    document.errors.map(({ message }) => message.split('\n')[0]?.replace(/:$/, '') ?? 'not YAML'),
  );
}

/**
 * What the schema says against a configuration, as written or whole; nothing when all is well.
 *
 * @param whole what it is called, where a problem is of no part of it.
 */
export function problemsOf(value: unknown, whole = 'the file'): string[] {
  const schema: object = createRequire(import.meta.url)('#config-schema');
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
  return validate(value) ? [] : [...new Set((validate.errors ?? []).map((error) => describe(error, whole)))];
}

function describe({ instancePath, keyword, message = keyword, params }: ErrorObject, whole: string): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || whole;
  if (keyword === 'additionalProperties') return `${place}: "${params.additionalProperty}" is not known here`;
  if (keyword === 'pattern')
    return `${place}: must be an origin as browsers send it, such as https://app.example.com`;
  return `${place}: ${message}`;
}

function invalid(path: string, problems: readonly string[]): OperatorError {
  return new OperatorError('config_invalid', `the configuration ${path} is wrong: ${problems.join('; ')}`);
}
