import { Digits, parseJson } from '../bounded/digits.ts';
import type { CompletedExchange } from '../check.ts';
import { declaredAs } from '../check.ts';
import type { DocumentModel } from '../document/document-model.ts';
import { mostSpecific } from '../document/model/media.ts';
import type { Operation } from '../document/model/operation.ts';
import { parameterRoles } from '../document/model/parameter-roles.ts';
import { queryOf } from '../document/named-values.ts';
import type { Secrets } from '../secrets.ts';
import { editValue, everyItem, namePlace } from './edit-value.ts';
import { type FieldEdit, fieldEdits } from './field-edits.ts';
import {
  type Change,
  lateMs,
  type Mutation,
  type MutationKind,
  nameOf,
  type Shown,
  wrongContentType,
} from './mutation.ts';
import {
  createOtherResponses,
  declaredStatuses,
  type OtherResponse,
  successOf,
} from './other-responses.ts';
import { isSuccess, type Seen } from './seen.ts';
import { showJson, showResponse, showText } from './show-response.ts';

/** Of the responses to an operation with one status, how many are looked at for fields. */
const comparedResponses = 5;

/** Everything that the recorded responses could become, in the order of the document. */
export function findMutations(
  model: DocumentModel,
  seen: readonly Seen[],
  secrets: Secrets,
): Mutation[] {
  const otherResponse = createOtherResponses(model, seen);
  return seen.flatMap((one) => {
    const [first] = one.exchanges;
    if (first === undefined) return [];
    const add = createMutations(one, first, secrets);
    const statuses = otherStatuses(one, seen).map(([kind, status]) =>
      add.replacement(kind, otherResponse(one.operation, status)),
    );
    return [...add.edits(model), ...statuses, ...add.pages(model), ...add.transports()];
  });
}

/** The statuses that a response could have instead. */
function otherStatuses(
  { operation, status }: Seen,
  seen: readonly Seen[],
): (readonly [MutationKind, number])[] {
  const error = ['server-error', 500] as const;
  const success = successOf(operation, seen);
  if (status >= 500) return [['other-status', success]];
  if (status === 401 || status === 403) return [['access-granted', success], error];
  if (status >= 400) return [['other-status', success], error];
  const others = declaredStatuses(operation).filter(
    (other) => other !== status && other !== 404 && other !== 500,
  );
  return [error, ['not-found', 404], ...others.map((other) => ['other-status', other] as const)];
}

function createMutations(
  { operation, status, exchanges }: Seen,
  first: CompletedExchange,
  secrets: Secrets,
) {
  const { id, method, path } = operation;
  const named = { id, method, path };
  const shown = showResponse(first.response, secrets);
  const mutation = (
    kind: MutationKind,
    what: string,
    change: Change,
    after: Shown,
    before: Shown = shown,
  ): Mutation => ({
    id: `${nameOf(named)} ${status} ${kind} ${what}`,
    operation: named,
    status,
    kind,
    what,
    change,
    before,
    after,
  });
  const withBody = exchanges.filter(({ response }) => response.body.length > 0);

  return {
    edits: (model: DocumentModel): Mutation[] => {
      const found = new Map<string, Mutation>();
      for (const { response } of exchanges.slice(0, comparedResponses)) {
        const { json } = response;
        if (json === undefined || response.unjudged !== undefined) continue;
        const schema = schemaOf(operation, status, response.header('content-type'));
        for (const edit of fieldEdits(json.value, schema, model.responses)) {
          const what = describeEdit(edit);
          const edited = editValue(json.value, edit.at, edit.edit);
          if (edited === undefined || found.has(`${edit.kind} ${what}`)) continue;
          const before = showResponse(response, secrets);
          const after = { ...before, body: showJson(edited.value, secrets) };
          const change = { type: 'edit', at: edit.at, edit: edit.edit } as const;
          found.set(`${edit.kind} ${what}`, mutation(edit.kind, what, change, after, before));
        }
      }
      return [...found.values()];
    },

    replacement: (kind: MutationKind, other: OtherResponse): Mutation => {
      const { body, contentType } = other;
      const after = { status: other.status, contentType, body: showBody(body, secrets) };
      const whom = kind === 'access-granted' ? ' without a valid credential' : '';
      return mutation(kind, `HTTP ${other.status}${whom}`, { type: 'replace', ...other }, after);
    },

    /** If the tests ask for more than one page. */
    pages: (model: DocumentModel): Mutation[] => {
      const parameters = pageParameters(model, operation);
      if (parameters.length === 0 || !isSuccess(status)) return [];
      const [page] = withBody;
      const pageOf = (exchange: CompletedExchange | undefined) =>
        exchange && choiceOf(exchange.request.target, parameters);
      const second = withBody.find(
        (one) =>
          pageOf(one)?.list === pageOf(page)?.list && pageOf(one)?.page !== pageOf(page)?.page,
      );
      if (page === undefined || second === undefined) return [];
      const before = showResponse(second.response, secrets);
      const after = showResponse(page.response, secrets);
      const change = { type: 'repeat', parameters } as const;
      return [mutation('repeated-page', 'every page repeats the first', change, after, before)];
    },

    /** How a response arrives. Of what fails, few tests care. */
    transports: (): Mutation[] => {
      if (!isSuccess(status)) return [];
      const seconds = `${lateMs / 1000} s`;
      const late = { ...shown, note: `after ${seconds}` };
      const slow = mutation(
        'late',
        `the first response comes ${seconds} late`,
        { type: 'late' },
        late,
      );
      const [one] = withBody;
      if (one === undefined || method === 'HEAD') return [slow];

      const before = showResponse(one.response, secrets);
      const cut = before.body.slice(0, before.body.length / 2);
      const half = { ...before, body: `${cut} …`, note: 'then the connection is closed' };
      const short = mutation(
        'cut-body',
        'half of the body is missing',
        { type: 'cut' },
        half,
        before,
      );
      if (/^text\/html/i.test(before.contentType ?? '')) return [short, slow];

      const what = `the content type is ${wrongContentType}`;
      const wrong = { ...before, contentType: wrongContentType };
      return [mutation('content-type', what, { type: 'content-type' }, wrong, before), short, slow];
    },
  };
}

function showBody(body: string, secrets: Secrets): string {
  try {
    return showJson(parseJson(body), secrets);
  } catch {
    return showText(body, secrets);
  }
}

function describeEdit({ kind, at, edit, value }: FieldEdit): string {
  const place = describePlace(at);
  switch (kind) {
    case 'missing-field':
      return `${place} is gone`;
    case 'null':
      return `${place} is null`;
    case 'other-type':
      return `${place} is ${typeOf(editValue(value, [], edit)?.value)}, not ${typeOf(value)}`;
    case 'unknown-value':
      return `${place} has an unknown value`;
    case 'empty-list':
      return `${place} is empty`;
  }
}

function describePlace(at: readonly string[]): string {
  if (at.length === 0) return 'the body';
  if (at.at(-1) !== everyItem) return `\`${namePlace(at)}\``;
  return at.length === 1 ? 'every item' : `every item of \`${namePlace(at.slice(0, -1))}\``;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Digits) return 'a number';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The pointer to the schema of a response. */
function schemaOf(
  { responses }: Operation,
  status: number,
  contentType: string | undefined,
): string | undefined {
  const name = declaredAs(
    String(status),
    responses.map((one) => one.status),
  );
  const spec = responses.find((one) => one.status === name);
  return spec && mostSpecific(spec.media, contentType)?.schema;
}

function pageParameters(model: DocumentModel, operation: Operation): string[] {
  if (operation.method !== 'GET') return [];
  return parameterRoles(operation.parameters, model.requests, {})
    .filter(({ kind }) => ['page', 'offset', 'cursor'].includes(kind))
    .map(({ parameter }) => parameter.name);
}

/** Which list a request is for, and which page of it. */
export function choiceOf(target: string, parameters: readonly string[]) {
  const [path = ''] = target.split('?');
  const all = [...queryOf(target)];
  const isPage = ([name]: readonly [string, string]) => parameters.includes(name);
  return {
    list: `${path} ${JSON.stringify(all.filter((one) => !isPage(one)))}`,
    page: JSON.stringify(all.filter(isPage)),
  };
}
