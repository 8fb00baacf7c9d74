import { readFileSync } from 'node:fs';
import { parseDocument, stringify } from 'yaml';
import { OperatorError } from '../operator-error.ts';
import { fileProblem } from '../security/private-file.ts';
import { hiddenUrl, hidePassword } from '../store/postgres/url.ts';
import type { Config } from './config.ts';
import { type Layer, problemsOf } from './config-layers.ts';

/** Reads a configuration file. @throws OperatorError that lists every problem with its place */
export function readConfigFile(path: string): Layer {
  const value = parse(path, readText(path));
  const problems = problemsOf(value);
  if (problems.length > 0) throw invalid(path, problems);
  // The schema has just validated it.
  return value as Layer;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const message = `cannot read the configuration file ${path}: ${fileProblem(cause)}`;
    throw new OperatorError('config_invalid', message, { cause });
  }
}

// JSON is YAML too.
function parse(path: string, text: string): unknown {
  const document = parseDocument(text);
  const errors: Error[] = [...document.errors];
  try {
    if (errors.length === 0) return document.toJS() ?? {};
  } catch (error) {
    errors.push(error instanceof Error ? error : new Error('not YAML'));
  }
  const firstLine = ({ message }: Error) => message.split('\n')[0]?.replace(/:$/, '') ?? 'not YAML';
  throw invalid(path, errors.map(firstLine));
}

function invalid(path: string, problems: readonly string[]): OperatorError {
  return new OperatorError('config_invalid', `${path}: ${problems.join('; ')}`);
}

/** The configuration as a file for `--config`. Of the database's URL, all that may be a password is removed. */
export function formatConfig(config: Config, asJson = false): string {
  const shown = { ...config, database: withoutPassword(config.database) };
  return asJson ? `${JSON.stringify(shown, undefined, 2)}\n` : stringify(shown);
}

const parameters =
  /^(host|port|user|uselibpqcompat|application_name|ssl(mode|rootcert|cert|key)|\w+_timeout)$/;

function withoutPassword(database: string): string {
  const shown = hidePassword(database);
  if (shown === hiddenUrl || shown === database) return shown;
  const url = new URL(database);
  url.password = '';
  for (const [name, value] of [...url.searchParams])
    if (!parameters.test(name) || !/^[\w./-]*$/.test(value)) url.searchParams.delete(name);
  return url.href;
}
