import type { Response } from '../http/exchange.ts';
import { readList, readPairs, type Serialization } from '../http/parameters.ts';
import type { Located } from './model/api-document.ts';
import { isJson } from './model/media.ts';
import { decisionOf, readStyle } from './model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject, pointer as pointerTo } from './model/pointer.ts';
import { withBranches } from './schema/decisions.ts';
import { type Problem, problemsIn, type Validator } from './schema/validator.ts';

interface HeaderProblem {
  readonly rule: 'response-header' | 'response-format';
  readonly decision: string | undefined;
  readonly expected: string;
  readonly got: string;
  readonly key: string;
  readonly isTolerated: boolean;
}

type Style = Pick<Serialization, 'style' | 'explode'>;

/** What is wrong with the headers that a document declares for a response. */
export function headerProblems(
  validator: Validator,
  headers: readonly (readonly [name: string, located: Located])[],
  response: Pick<Response, 'headerAll'>,
): HeaderProblem[] {
  return headers.flatMap(([name, located]) => {
    // The OpenAPI specification says that a declared Content-Type is ignored.
    if (name.toLowerCase() === 'content-type') return [];
    const lines = response.headerAll(name);
    const decision = decisionOf(located.value);
    if (lines.length === 0) {
      if (located.value.required !== true) return [];
      const key = `${name} missing`;
      const missing = { decision, expected: `header ${name}`, got: 'none', key };
      return [{ rule: 'response-header', ...missing, isTolerated: false }];
    }
    // Other headers are one list in several lines (RFC 9110, 5.3).
    const values = name.toLowerCase() === 'set-cookie' ? lines : [lines.join(', ')];
    return values.flatMap((text) => valueProblems(validator, name, located, text));
  });
}

function valueProblems(
  validator: Validator,
  name: string,
  { pointer, value }: Located,
  text: string,
): HeaderProblem[] {
  const decision = decisionOf(value);
  const toProblem = (rule: HeaderProblem['rule']) => (problem: Problem) => ({
    rule,
    decision: problem.decision ?? decision,
    expected: `header ${name} ${problem.instancePath}${problem.instancePath && ' '}${problem.message}`,
    got: text,
    key: `${name} ${problem.keyword}`,
    isTolerated: rule === 'response-format',
  });
  const [type] = Object.keys(fieldsOf(value.content));
  const json = type !== undefined && isJson(type) ? parse(text) : undefined;
  if (type !== undefined && json === undefined) {
    if (!isJson(type)) return [];
    const unreadable = { expected: `header ${name} in JSON`, got: text, key: `${name} json` };
    return [{ rule: 'response-header', decision, ...unreadable, isTolerated: false }];
  }
  const schema =
    type === undefined ? `${pointer}/schema` : `${pointer}/content${pointerTo(type)}/schema`;
  const declared = validator.schemaAt(schema);
  if (declared === undefined) return wrongReference(name, text, decision);
  const readings = json
    ? [json.value]
    : readingsOf(text, declared, readStyle(value, 'simple'), validator);
  const judged = readings.map((reading) => ({
    reading,
    problems: problemsIn(validator.check(schema, reading)),
  }));
  const fitting = judged.find(({ problems }) => problems.length === 0);
  if (fitting === undefined) return (judged[0]?.problems ?? []).map(toProblem('response-header'));
  const formats = validator
    .checkFormats(schema, fitting.reading)
    .filter(({ message }) => !(isReference(name) && /"(uri|url)"/.test(message)));
  return [...formats.map(toProblem('response-format')), ...wrongReference(name, text, decision)];
}

// RFC 9110, 8.7 and 10.2.2: a URI reference, so a path is enough, whatever the schema says.
const isReference = (name: string) => /^(content-)?location$/i.test(name);
const reference = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;

function wrongReference(name: string, text: string, decision: string | undefined): HeaderProblem[] {
  if (!isReference(name) || reference.test(text)) return [];
  const expected = `header ${name} with a URI reference`;
  const key = `${name} uri-reference`;
  return [{ rule: 'response-format', decision, expected, got: text, key, isTolerated: true }];
}

/** The text of a header as a value of each type that its schema, with all its branches, allows. */
function readingsOf(text: string, schema: unknown, style: Style, validator: Validator): unknown[] {
  const branches = withBranches(schema, validator.follow);
  const types = new Set(branches.flatMap(typesOf));
  const mayBe = (...names: string[]) => types.size === 0 || names.some((name) => types.has(name));
  const read = (inner: string, part: unknown) =>
    readingsOf(inner, part, style, validator)[0] ?? inner;
  const readings: unknown[] = [];
  if (mayBe('integer', 'number') && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
    readings.push(Number(text));
  if (mayBe('boolean') && /^(true|false)$/.test(text)) readings.push(text === 'true');
  if (mayBe('null') && /^(null)?$/.test(text)) readings.push(null);
  if (types.has('array')) {
    const items = branches.find((branch) => branch.items !== undefined)?.items;
    readings.push(readList(text, style).map((item) => read(item, items)));
  }
  const pairs = types.has('object') ? readPairs(text, style) : undefined;
  if (pairs !== undefined) {
    const properties = Object.assign({}, ...branches.map((one) => fieldsOf(one.properties)));
    const entries = pairs.map(([key, value]) => [key, read(value, properties[key])]);
    readings.push(Object.fromEntries(entries));
  }
  return [...readings, text];
}

/** The types that one branch names, or implies. */
function typesOf({ type, properties, items, enum: values }: JsonObject): string[] {
  const named = [type].flat().filter((one) => typeof one === 'string');
  if (named.length > 0) return named;
  if (isJsonObject(properties)) return ['object'];
  if (items !== undefined) return ['array'];
  return Array.isArray(values) ? values.map((value) => typeof value) : [];
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
