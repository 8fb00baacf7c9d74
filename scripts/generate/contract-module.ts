import type { Document, Operation, Parameter, Schema } from '../contract/document.ts';
import { type Failure, failuresOf } from '../contract/failures.ts';
import { type OperationEntry, operationsOf, resolve } from '../contract/operations.ts';

/** @throws Error when a reason has no example or several statuses, or an operation has no `x-limits` */
export function contractModuleOf(document: Document): string {
  const { info, components } = document;
  const entries = operationsOf(document).map((entry) => ({
    ...entry,
    reasons: failuresOf(document, entry.operation),
  }));
  const byCode = entries
    .flatMap((entry) => entry.reasons)
    .toSorted((one, other) => one.code - other.code);
  const reasons = [...new Set(byCode.map(({ reason }) => reason))];
  const failures = reasons.map((reason) => [reason, statusOf(reason, byCode)] as const);
  const operations = entries.map(({ method, path, operation, reasons: own }) => [
    operation.operationId,
    {
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      takesAccessToken: operation.security?.length !== 0,
      requestsPerMinute: requestsPerMinuteOf(operation),
      failures: [...new Set(own.map(({ reason }) => reason))],
    },
  ]);
  const resultFields = entries.map(({ operation }) => [
    operation.operationId,
    resultFieldsOf(document, operation),
  ]);
  const types = Object.keys(components?.schemas ?? {}).map(
    (name) => `export type ${name} = components['schemas']['${name}'];\n`,
  );
  return `import type { components } from './types.ts';

export type { components, paths } from './types.ts';

${types.join('')}
/** The version of the contract, \`info.version\`. The package has its own. */
export const contractVersion = ${JSON.stringify(info.version)};

/**
 * Each operation by its id: its method and path, its default rate limit, and the reasons for which it may fail. Paths are
 * relative to the base address.
 */
export const operations = ${JSON.stringify(Object.fromEntries(operations), null, 2)} as const;

export type OperationId = keyof typeof operations;

/** The fields that the \`data\` of each success may have, with their types. */
export const resultFields = ${JSON.stringify(Object.fromEntries(resultFields), null, 2)} as const;

/** What the contract says of the values of a request that have a form, by the name of the field or header in lower case. */
export const forms: Readonly<Record<string, string>> = ${JSON.stringify(formsOf(document, entries), null, 2)};

/** The default limits of a request and of what a user may have: \`x-limits\` of the contract. */
export const limits = ${JSON.stringify(limitsOf(document, entries), null, 2)} as const;

/** Each reason with its code, which is also the HTTP status, and its message. */
export const failures = ${JSON.stringify(Object.fromEntries(failures), null, 2)} as const;

export type Reason = keyof typeof failures;

/** Every reason in this version. Later versions may add some: handle a reason that you do not know by its code. */
export const reasons: readonly Reason[] = ${JSON.stringify(reasons, null, 2)};
`;
}

/** What the first sentence about each field or header with a pattern says after its colon. */
function formsOf(document: Document, entries: readonly OperationEntry[]): Record<string, string> {
  const described = entries.flatMap(({ operation: { requestBody }, parameters }) => {
    const body =
      requestBody && resolve(document, requestBody).element.content['application/json']?.schema;
    const fields = Object.entries(
      (body && resolve<Schema>(document, body).element.properties) ?? {},
    );
    const headers = parameters.map((one) => resolve<Parameter>(document, one).element);
    return [
      ...fields.map(([name, field]) => ({ name, ...resolve<Schema>(document, field).element })),
      ...headers.map(({ name, description, schema = {} }) => ({
        ...resolve<Schema>(document, schema).element,
        name,
        description,
      })),
    ];
  });
  const withForm = described.filter((one) => 'pattern' in one);
  return Object.fromEntries(
    withForm.map(({ name, description = '' }) => [
      name.toLowerCase(),
      /: ([^.]+)/.exec(description)?.[1] ?? '',
    ]),
  );
}

function limitsOf(document: Document, entries: readonly { readonly operation: Operation }[]) {
  const own = entries.map(
    ({ operation: { 'x-limits': { requestsPerMinute, ...others } = {} } }) => others,
  );
  return Object.assign({}, document['x-limits'], ...own);
}

/** The fields of the data of a success, with what `typeof` returns for each. */
function resultFieldsOf(document: Document, { responses }: Operation): Record<string, string> {
  const success = resolve(document, responses[200] ?? { description: '' }).element;
  const envelope = resolve<Schema>(
    document,
    success.content?.['application/json']?.schema ?? {},
  ).element;
  const { properties = {} } = resolve<Schema>(document, envelope.properties?.data ?? {}).element;
  const typeOf = (name: string) =>
    String(resolve<Schema>(document, properties[name] ?? {}).element.type);
  return Object.fromEntries(
    Object.keys(properties).map((name) => [name, scriptTypes[typeOf(name)] ?? typeOf(name)]),
  );
}

const scriptTypes: Readonly<Record<string, string>> = { integer: 'number', array: 'object' };

function requestsPerMinuteOf({ operationId, 'x-limits': limits }: Operation): number {
  if (limits?.requestsPerMinute === undefined)
    throw new Error(
      `${operationId}: x-limits.requestsPerMinute is missing in its file in openapi/paths/`,
    );
  return limits.requestsPerMinute;
}

function statusOf(reason: string, all: readonly Failure[]): Pick<Failure, 'code' | 'message'> {
  const shown = all.filter((failure) => failure.reason === reason);
  const statuses = new Set(shown.map(({ code, message }) => JSON.stringify({ code, message })));
  const [status, ...others] = statuses;
  if (status === undefined || others.length > 0)
    throw new Error(
      `The reason ${reason} has ${statuses.size} statuses among the examples; it must have one.`,
    );
  return JSON.parse(status);
}
