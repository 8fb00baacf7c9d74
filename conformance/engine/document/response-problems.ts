import { type CompletedExchange, declaredAs } from '../check.ts';
import type { Header } from '../http/request.ts';
import { isStream, itemsOf, NotJson } from '../http/stream-items.ts';
import { truncate } from '../truncate.ts';
import type { DocumentModel, Finding } from './document-model.ts';
import { headerProblems } from './header-problems.ts';
import { isJson, type Media, mostSpecific } from './model/media.ts';
import { declaresSuccess, type Operation, type ResponseSpec } from './model/operation.ts';
import { isJsonObject, valueAt } from './model/pointer.ts';
import { type Problem, problemsIn, type Validator } from './schema/validator.ts';

export interface ResponseProblem {
  readonly finding: Finding;
  readonly expected: string;
  readonly got: string;
  readonly key: string;
  readonly about?: string;
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
        about: `${status}`,
        isTolerated: isLeftOpen(operation, status, exchange.request.headers),
      },
    ];
  }
  const { responses: validator } = model;
  // A server writes all its errors in one form.
  const isForm = ({ rule, expected }: Part) =>
    rule === 'response-schema' && status >= 400 && expected.startsWith('the body ');
  return [
    ...bodyProblems(validator, response, exchange),
    ...headerProblems(validator, response.headers, exchange.response),
  ].map(({ rule, decision, key, ...rest }) => ({
    ...rest,
    ...(isForm({ rule, key, ...rest }) && { about: 'the form of errors' }),
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
  const media = mostSpecific(spec.media, type);
  if (media === undefined) {
    const expected = `content type ${spec.media.map((one) => one.type).join(' or ')}`;
    const isEmpty = response.body.length === 0;
    const got = type ?? (isEmpty ? 'no body' : 'no content type');
    // Without a body there is no type to be wrong. A range or `default` does not require a body.
    const isTolerated = isEmpty && !/^\d{3}$/.test(spec.status);
    // Another type, and no body at all, have different causes.
    const about = got === 'no body' ? { about: `a body, not none: ${expected}` } : {};
    return [
      { rule: 'response-content-type', expected, got, key: 'content-type', isTolerated, ...about },
    ];
  }
  if (isStream(type)) return streamProblems(validator, media, response);
  if (response.unjudged !== undefined) return [notJudged(response.unjudged)];
  return schemaProblems(validator, media, type ?? '', response);
}

/** Of a body whose type, status and headers are all that can be judged. */
function notJudged(why: string): Part {
  const expected = 'a body that can be compared with its schema';
  return { rule: 'response-schema', expected, got: why, key: 'unjudged', isTolerated: true };
}

/** The schema is that of an item, unless it is that of a list of them. Of a stream that goes on, only items are judged. */
function streamProblems(
  validator: Validator,
  media: Media,
  response: CompletedExchange['response'],
): Part[] {
  const schema = media.schema === undefined ? undefined : validator.schemaAt(media.schema);
  const types = isJsonObject(schema) ? [schema.type].flat() : [];
  // A text is the whole stream, and what data an event has is for the itemSchema.
  const isOfItems =
    types.includes('object') && !response.header('content-type')?.startsWith('text/');
  const itemSchema = media.itemSchema ?? (isOfItems ? media.schema : undefined);
  const items = itemsOf(response);
  const isWhole = response.isOpen !== true && response.unjudged === undefined;
  const broken = items.find((item) => item instanceof NotJson);
  if (broken instanceof NotJson)
    return [
      {
        rule: 'response-schema',
        expected: 'JSON items',
        got: truncate(broken.text, 200),
        key: 'json',
        isTolerated: false,
      },
    ];
  const ofItems = items.flatMap((item) =>
    itemSchema === undefined ? [] : valueProblems(validator, itemSchema, item),
  );
  const isList = types.includes('array') && isWhole && media.schema !== undefined;
  return isList ? [...ofItems, ...valueProblems(validator, `${media.schema}`, items)] : ofItems;
}

function valueProblems(validator: Validator, schema: string, value: unknown): Part[] {
  return [
    ...problemsOf(problemsIn(validator.check(schema, value)), value, 'response-schema', false),
    ...validator
      .checkFormats(schema, value)
      .flatMap((problem) =>
        problemsOf([problem], value, 'response-format', !isNoTime(problem, value)),
      ),
  ];
}

const dateOrTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i;

/**
 * Whether a text cannot be read as the time that it should be (RFC 3339, ISO 8601). `format` is an annotation, and many servers
 * leave out the offset, or send nothing as an empty text: that is only observed.
 */
function isNoTime({ message, instancePath }: Problem, root: unknown): boolean {
  const value = valueAt(root, instancePath);
  const isTime = /"date(-time)?"/.test(message);
  return isTime && typeof value === 'string' && value !== '' && !dateOrTime.test(value);
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
    return valueProblems(validator, media.schema, json.value);
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
  return problems.map(({ instancePath, keyword, message, decision, place }) => ({
    rule,
    decision,
    expected: `${instancePath || 'the body'} ${message}`,
    got: truncate(JSON.stringify(valueAt(value, instancePath)) ?? 'nothing', 200),
    // Positions in arrays vary between runs.
    key: `${instancePath.replace(/\/\d+/g, '/*')} ${keyword}`,
    ...(place !== undefined && { about: `${place} ${message}` }),
    isTolerated,
  }));
}
