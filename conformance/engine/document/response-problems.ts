import { type CompletedExchange, declaredAs } from '../check.ts';
import type { Header } from '../http/request.ts';
import { truncate } from '../truncate.ts';
import type { DocumentModel, Finding } from './document-model.ts';
import { covers, isJson, type Media } from './model/media.ts';
import {
  decisionOf,
  declaresSuccess,
  type Operation,
  type ResponseSpec,
} from './model/operation.ts';
import { fieldsOf, isJsonObject, valueAt } from './model/pointer.ts';
import type { Schema } from './schema/keywords.ts';
import { type Problem, problemsIn, type Validator } from './schema/validator.ts';

export interface ResponseProblem {
  readonly finding: Finding;
  readonly expected: string;
  readonly got: string;
  readonly key: string;
  /** The document leaves this open, so it is reported but does not fail the run. */
  readonly isTolerated: boolean;
}

// Statuses that servers and gateways return before a request reaches any operation.
const infrastructure = new Set([
  400, 401, 403, 404, 405, 406, 408, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429,
  431, 501, 502, 503, 504, 505,
]);

export function responseProblems(
  model: DocumentModel,
  operation: Operation,
  exchange: CompletedExchange,
): ResponseProblem[] {
  const status = model.status(exchange);
  const names = operation.responses.map((one) => one.status);
  const name = declaredAs(String(status), names);
  const response = operation.responses.find((one) => one.status === name);
  // Without responses, the document says nothing about them.
  if (names.length === 0) return [];
  if (response === undefined) {
    return [
      {
        finding: { rule: 'response-status', operation: operation.id },
        expected: `a declared status (${names.join(', ')})`,
        got: `${status}`,
        key: `${operation.id} ${status}`,
        isTolerated: isLeftOpen(operation, status, exchange.request.headers),
      },
    ];
  }
  const { responses: validator } = model;
  return [
    ...bodyProblems(validator, response, exchange),
    ...headerProblems(validator, response, exchange),
  ].map(({ rule, decision, key, ...rest }) => ({
    ...rest,
    finding: { rule, operation: operation.id, decision: response.decision ?? decision },
    key: `${operation.id} ${response.status} ${key}`,
  }));
}

function isLeftOpen(operation: Operation, status: number, sent: readonly Header[]): boolean {
  if (infrastructure.has(status) || status >= 500) return true;
  // RFC 9110, 15.4.5 and 15.3.7: what a cache and a download ask for.
  const asks = (names: RegExp) => sent.some(([name]) => names.test(name));
  if (
    (status === 304 && asks(/^if-(none-match|modified-since)$/i)) ||
    (status === 206 && asks(/^range$/i))
  )
    return true;
  return status >= 200 && status < 300 && !declaresSuccess(operation);
}

type Part = Omit<ResponseProblem, 'finding'> & Pick<Finding, 'rule' | 'decision'>;

function bodyProblems(
  validator: Validator,
  spec: ResponseSpec,
  { response, request }: CompletedExchange,
): Part[] {
  if (request.method === 'HEAD' || spec.media.length === 0) return [];
  const type = response.header('content-type');
  const media = spec.media.find((one) => covers(one.type, type));
  if (media === undefined) {
    const expected = `content type ${spec.media.map((one) => one.type).join(' or ')}`;
    const got =
      type === undefined ? (response.body.length === 0 ? 'no body' : 'no content type') : type;
    // Without a body there is no type to be wrong. A range or `default` does not require a body.
    const isTolerated = response.body.length === 0 && !/^\d{3}$/.test(spec.status);
    return [{ rule: 'response-content-type', expected, got, key: `content-type`, isTolerated }];
  }
  return schemaProblems(validator, media, type ?? '', response);
}

function schemaProblems(
  validator: Validator,
  media: Media,
  type: string,
  { json, text, protocolErrors }: CompletedExchange['response'],
): Part[] {
  if (media.schema === undefined) return [];
  if (isJson(type.split(';')[0]?.trim() ?? '')) {
    if (json === undefined) {
      const error = protocolErrors.find(({ kind }) => kind === 'malformed-json');
      const got = error ? `not JSON: ${error.detail}` : 'an empty body';
      return [{ rule: 'response-schema', expected: 'JSON', got, key: 'json', isTolerated: false }];
    }
    return [
      ...problemsOf(
        problemsIn(validator.check(media.schema, json.value)),
        json.value,
        'response-schema',
        false,
      ),
      ...problemsOf(
        validator.checkFormats(media.schema, json.value),
        json.value,
        'response-format',
        true,
      ),
    ];
  }
  const schema = validator.schemaAt(media.schema);
  const isText =
    typeof schema === 'object' && schema.type === 'string' && schema.format !== 'binary';
  if (!isText || !type.startsWith('text/')) return [];
  return problemsOf(
    problemsIn(validator.check(media.schema, text)),
    text,
    'response-schema',
    false,
  );
}

function problemsOf(
  problems: readonly Problem[],
  value: unknown,
  rule: string,
  isTolerated: boolean,
): Part[] {
  return problems.map(({ instancePath, keyword, message, decision }) => ({
    rule,
    decision,
    expected: `${instancePath || 'the body'} ${message}`,
    got: truncate(JSON.stringify(valueAt(value, instancePath)) ?? 'nothing', 200),
    // Positions in arrays vary between runs.
    key: `${instancePath.replace(/\/\d+/g, '/*')} ${keyword}`,
    isTolerated,
  }));
}

function headerProblems(
  validator: Validator,
  { headers }: ResponseSpec,
  { response }: CompletedExchange,
): Part[] {
  const rule = 'response-header';
  return headers.flatMap(([name, located]): Part[] => {
    // The OpenAPI specification says that a declared Content-Type is ignored.
    if (name.toLowerCase() === 'content-type') return [];
    const decision = decisionOf(located.value);
    const got = response.headerAll(name).join(', ');
    if (response.header(name) === undefined) {
      const missing = {
        rule,
        decision,
        expected: `header ${name}`,
        got: 'none',
        key: `${name} missing`,
      };
      return located.value.required === true ? [{ ...missing, isTolerated: false }] : [];
    }
    const schemaPointer = `${located.pointer}/schema`;
    const schema = validator.schemaAt(schemaPointer);
    if (schema === undefined) return [];
    const problems = headerReadings(got, schema).map((read) =>
      problemsIn(validator.check(schemaPointer, read)),
    );
    if (problems.some((found) => found.length === 0)) return [];
    return (problems[0] ?? []).map((problem) => ({
      rule,
      decision: problem.decision ?? decision,
      expected: `header ${name} ${problem.message}`,
      got,
      key: `${name} ${problem.keyword}`,
      isTolerated: false,
    }));
  });
}

/** The text of a header as a value of each type that its schema allows (style `simple`). */
function headerReadings(text: string, schema: Schema): unknown[] {
  if (!isJsonObject(schema)) return [text];
  const types = [schema.type].flat();
  const readings: unknown[] = [];
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) readings.push(Number(text));
  if (types.includes('boolean') && /^(true|false)$/.test(text)) readings.push(text === 'true');
  if (types.includes('array')) {
    const items = fieldsOf(schema.items);
    readings.push(
      text === '' ? [] : text.split(',').map((item) => headerReadings(item.trim(), items)[0]),
    );
  }
  return [...readings, text];
}
