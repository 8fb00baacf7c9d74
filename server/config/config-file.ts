import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parseDocument, stringify } from 'yaml';
import { OperatorError } from '../operator-error.ts';
import { fileProblem } from '../security/private-file.ts';
import { hiddenUrl, hidePassword } from '../store/postgres/url.ts';
import { type Config, defaultConfig } from './config.ts';
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

/**
 * The configuration as a file for `--config`. Of the database's URL, all that may be a password is removed. Defaults that follow from
 * other settings or from the machine are only comments in YAML, and missing in JSON: they still do so where the file is used.
 */
export function formatConfig(config: Config, asJson = false): string {
  const { hashing, trustedHops } = config;
  const { connectionsPerNetwork, ...limits } = config.limits;
  const perNetwork =
    trustedHops > 0 ? limits.connections : defaultConfig.limits.connectionsPerNetwork;
  const derived = {
    ...(connectionsPerNetwork === perNetwork && { limits: { connectionsPerNetwork } }),
    ...(isDeepStrictEqual(hashing, defaultConfig.hashing) && { hashing }),
    ...(trustedHops === Number(config.behindProxy) && { trustedHops }),
  };
  const shown = {
    ...config,
    ...Object.fromEntries(Object.keys(derived).map((name) => [name, undefined])),
    database: withoutPassword(config.database),
    limits: derived.limits ? limits : config.limits,
  };
  if (asJson) return `${JSON.stringify(shown, undefined, 2)}\n`;
  const comments = stringify(derived).replaceAll(/^(?=.)/gm, '# ');
  return `${stringify(shown)}# From other settings, or from the machine:\n${comments}`;
}

const parameters =
  /^(host|port|user|options|uselibpqcompat|application_name|ssl(mode|rootcert|cert|key|negotiation)?|\w+_timeout)$/;

function withoutPassword(database: string): string {
  const shown = hidePassword(database);
  if (shown === hiddenUrl || shown === database) return shown;
  const url = new URL(database);
  url.password = '';
  for (const [name, value] of [...url.searchParams])
    if (!parameters.test(name) || (name === 'user' && value.includes(':')))
      url.searchParams.delete(name);
  return url.href;
}
