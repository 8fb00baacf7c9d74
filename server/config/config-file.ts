import { readFileSync } from 'node:fs';
import { parseDocument, stringify } from 'yaml';
import { OperatorError } from '../operator-error.ts';
import { fileProblem } from '../security/private-file.ts';
import { hidePassword } from '../store/postgres/url.ts';
import type { Config } from './config.ts';
import { problemsOf } from './config-problems.ts';
import type { Layer } from './merge-config.ts';

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
    throw new OperatorError(
      'config_invalid',
      `the configuration ${path} cannot be used: ${fileProblem(cause)}`,
      { cause },
    );
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

function invalid(path: string, problems: readonly string[]): OperatorError {
  return new OperatorError('config_invalid', `the configuration ${path} is wrong: ${problems.join('; ')}`);
}

/** The configuration as a file that `--config` takes. There are no secrets in it but, maybe, one in the database's URL. */
export function printConfig(config: Config, asJson = false): string {
  const shown = { ...config, database: hidePassword(config.database) };
  return asJson ? `${JSON.stringify(shown, undefined, 2)}\n` : stringify(shown);
}
