import { matchFields } from '../match-request.ts';
import { checkFields, type Fields, isObject, MockError } from '../mock-error.ts';
import type { MockStep } from './scenario.ts';

export interface Step extends Omit<MockStep, 'body' | 'example'> {
  readonly example?: string;
  readonly body?: string;
}

const faults = ['reset', 'truncated'];

const fields: Fields = {
  latency: [
    (value) => typeof value === 'number' && value >= 0,
    'a number of milliseconds, 0 or more',
  ],
  status: [
    (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
    'a whole number from 200 to 599',
  ],
  example: [(value) => typeof value === 'string', 'the name of a documented response'],
  headers: [isHeaders, 'an object of valid headers, without Content-Length and Transfer-Encoding'],
  body: [
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    'a text or an object',
  ],
  when: [isObject, 'an object that says which requests take the step'],
  fault: [(value) => faults.some((fault) => fault === value), faults.join(' or ')],
};

// The platform checks them: a name that is no token, or a line break in a value, would damage the response.
function isHeaders(value: unknown): boolean {
  if (!isObject(value)) return false;
  const entries = Object.entries(value).map(([name, text]): [string, string] => [
    name,
    String(text),
  ]);
  try {
    const headers = new Headers(entries);
    return !headers.has('content-length') && !headers.has('transfer-encoding');
  } catch {
    return false;
  }
}

/** A `Response` with one of these must have no body (Fetch standard, 2.2.3). */
export const statusesWithoutBody = [204, 205, 304];

/** Checks a step that a test, a file or a request gives. @throws MockError that names the wrong field */
export function readStep(value: unknown, where: string): Step {
  checkFields(value, where, fields);
  if (value.when !== undefined) checkFields(value.when, `${where}, "when"`, matchFields);
  // Every field has been checked.
  const { body, ...step } = value as MockStep;
  if (body === undefined) return step;
  if (body === '') return { ...step, body };
  if (step.status !== undefined && statusesWithoutBody.includes(step.status))
    throw new MockError(
      `${where}: a response with status ${step.status} has no body: write "body": ""`,
    );
  const isText = typeof body === 'string';
  const names = Object.keys(step.headers ?? {}).map((name) => name.toLowerCase());
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  return {
    ...step,
    body: isText ? body : JSON.stringify(body),
    headers: { ...(!names.includes('content-type') && { 'Content-Type': type }), ...step.headers },
  };
}

/** What the client wants from the mock, as opposed to the service. */
export interface Preference {
  /** `code` in the header, as in Prism. */
  readonly status?: number | undefined;
  readonly example?: string | undefined;
  readonly scenario?: string | undefined;
  /** Milliseconds to wait before the response. */
  readonly latency?: number | undefined;
}

const item = /^\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s";,]*))\s*$/;

/** Reads `Prefer` (RFC 7240). Preferences that the mock does not know, such as `respond-async`, are ignored. */
export function readPrefer(header: string | undefined): Preference {
  if (header === undefined) return {};
  const preferences = new Map(
    header.split(/[,;]/).flatMap((part) => {
      const [, name, quoted, plain] = item.exec(part) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), quoted ?? plain ?? ''] as const];
    }),
  );
  const code = preferences.get('code');
  const latency = preferences.get('latency');
  return {
    status: code === undefined ? undefined : Number(code),
    example: preferences.get('example'),
    scenario: preferences.get('scenario'),
    latency: latency === undefined ? undefined : Number(latency),
  };
}
