import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { OperatorError } from '../operator-error.ts';
import { fileProblem } from '../security/private-file.ts';
import type { Config } from './config.ts';

/** Reads a configuration file, YAML or JSON. @throws OperatorError that lists every problem with its place */
export function readConfigFile(path: string): Partial<Config> {
  const value = parseFile(path);
  const ajv = new Ajv2020({ allErrors: true });
  const check = ajv.compile<Partial<Config>>(createRequire(import.meta.url)('#config-schema'));
  if (check(value)) return value;
  const problems = (check.errors ?? []).map(({ instancePath, keyword, params, message }) => {
    const place = instancePath.slice(1).replaceAll('/', '.') || 'top level';
    return keyword === 'additionalProperties'
      ? `${place}: "${params.additionalProperty}" is not a known field`
      : `${place}: ${message}`;
  });
  throw new OperatorError(`${path}: ${problems.join('; ')}`);
}

function parseFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new OperatorError(`cannot read the configuration file ${path}: ${fileProblem(cause)}`, {
      cause,
    });
  }
  try {
    // Every JSON text is YAML. An empty file changes nothing.
    return parse(text) ?? {};
  } catch (cause) {
    const [reason = 'not YAML'] = String(Object(cause).message).split('\n');
    throw new OperatorError(`${path}: ${reason.replace(/:$/, '')}`, { cause });
  }
}
