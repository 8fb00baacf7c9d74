import { STATUS_CODES } from 'node:http';
import { writeJson } from '../bounded/digits.ts';
import { type CompletedExchange, declaredAs } from '../check.ts';
import type { DocumentModel } from '../document/document-model.ts';
import { isJson } from '../document/model/media.ts';
import type { Operation, ResponseSpec } from '../document/model/operation.ts';
import { examplesOf } from '../document/values/request-values.ts';
import { validSampleOf } from '../document/values/sample.ts';
import { isSuccess, type Seen } from './seen.ts';

/** A response that the server could give instead, as bytes. */
export interface OtherResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** What responses of other statuses look like: as recorded, as the document has them, or as servers usually write them. */
export function createOtherResponses(model: DocumentModel, seen: readonly Seen[]) {
  return (operation: Operation, status: number): OtherResponse => {
    const same = seen.filter((one) => one.status === status);
    const own = same.find((one) => one.operation.id === operation.id);
    const like = own ?? (isSuccess(status) ? undefined : same[0]);
    const [recorded] = like?.exchanges ?? [];
    if (recorded !== undefined) return asRecorded(recorded);
    const spec = specOf(operation, status);
    return (spec && asDeclared(model, spec, status)) ?? asUsual(status);
  };
}

/** The status of an operation that succeeds. */
export function successOf(operation: Operation, seen: readonly Seen[]): number {
  const recorded = seen.find((one) => one.operation.id === operation.id && isSuccess(one.status));
  const declared = declaredStatuses(operation).find(isSuccess);
  return recorded?.status ?? declared ?? 200;
}

export function declaredStatuses({ responses }: Operation): number[] {
  return responses
    .map(({ status }) => Number(status))
    .filter((status) => status >= 200 && status < 600);
}

function asRecorded({ response }: CompletedExchange): OtherResponse {
  const { status, text } = response;
  return { status, contentType: response.header('content-type'), body: text };
}

function specOf({ responses }: Operation, status: number): ResponseSpec | undefined {
  const name = declaredAs(
    String(status),
    responses.map((one) => one.status),
  );
  return responses.find((one) => one.status === name);
}

function asDeclared(
  model: DocumentModel,
  { media }: ResponseSpec,
  status: number,
): OtherResponse | undefined {
  const json = media.find(({ type }) => isJson(type));
  if (json === undefined)
    return media.length === 0 && isSuccess(status) ? asUsual(status) : undefined;
  const [example] = examplesOf(json.value);
  const sample = json.schema === undefined ? {} : validSampleOf(json.schema, model.responses);
  const value = example === undefined ? sample : example.value;
  const contentType = json.type.includes('*') ? 'application/json' : json.type;
  return { status, contentType, body: writeJson(value) };
}

function asUsual(status: number): OtherResponse {
  if (isSuccess(status)) return { status, contentType: undefined, body: '' };
  const body = writeJson({ error: STATUS_CODES[status] ?? 'Error' });
  return { status, contentType: 'application/json', body };
}
