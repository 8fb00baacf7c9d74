import { isDeepStrictEqual } from 'node:util';
import type { Basis } from '../../basis.ts';
import type { CompletedExchange } from '../../check.ts';
import type { Failure } from '../../outcome.ts';
import type { MakeFailure } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import type { JsonObject } from '../model/pointer.ts';
import { edgeBodies } from '../values/edge-values.ts';
import { fieldSchemas, withOptionalFields } from '../values/field-schemas.ts';
import { requiredNames } from '../values/slots.ts';
import { anotherOrder, isLost, lossOf, shiftedHours } from './compare.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { isIdField } from './resources/names.ts';
import { shownFields } from './updates.ts';

export interface Stored {
  readonly body: JsonObject;
  readonly exchange: CompletedExchange;
  readonly read: CompletedExchange;
}

/** May replace texts that have to be unique, but not the fields in `kept`. Undefined: it was rejected. */
export type Store = (
  body: JsonObject,
  kept: readonly string[],
  isSettled: (body: JsonObject, read: CompletedExchange) => boolean,
) => Promise<Stored | undefined>;

export interface StoreSubject {
  readonly failure: MakeFailure;
  readonly resource: ReadableResource;
  readonly operation: Operation;
  readonly schema: string;
  readonly accepted: JsonObject;
  /** The request that it accepted, unless that is judged elsewhere. */
  readonly first?: Omit<Stored, 'body'>;
  readonly before?: CompletedExchange;
  /** Fields that the server changes by itself. */
  readonly managed?: readonly string[];
  /** Whether a body may have only the fields to change. */
  readonly isPartial: boolean;
}

const mostSingle = 8;

/** Returns a failure for each field that the response or a read shows differently. */
export async function lostValues(
  context: DocumentContext,
  subject: StoreSubject,
  store: Store,
): Promise<Failure[]> {
  const { schema, accepted, isPartial, operation } = subject;
  const { requests } = context.model;
  // Another id would be another's, or move it to another path.
  const hasItsId = (body: JsonObject) =>
    Object.keys(body).every(
      (name) => !isIdField(operation.path, name) || body[name] === accepted[name],
    );
  const isValid = (body: JsonObject) =>
    hasItsId(body) && requests.check(schema, body).valid !== false;
  const root = requests.schemaAt(schema);
  const judge = createJudge(context.model, subject);
  // A server that shows one value late may show all of them late, but that has been waited for once.
  let isPatient = true;
  const trial = async (sent: JsonObject, edges: Readonly<Record<string, string>>) => {
    const kept = Object.keys(edges);
    const isSettled = (body: JsonObject, read: CompletedExchange) =>
      !isPatient || judge.shows(body, read);
    const stored = await store(sent, kept, isSettled);
    if (stored === undefined) return undefined;
    const failures = judge.failures(stored, edges);
    if (failures.length > 0) isPatient = false;
    return failures;
  };

  const optional = withOptionalFields(root, accepted, requests, isValid);
  const full = await context.references.complete(operation, optional);
  const failures =
    subject.first === undefined ? [] : judge.failures({ body: accepted, ...subject.first }, {});
  const complete = await trial(full, {});
  failures.push(...(complete ?? []));
  if (complete === undefined && subject.first === undefined)
    failures.push(...((await trial(accepted, {})) ?? []));
  const least = leastOf(context.model, root, accepted);
  if (subject.first !== undefined && isValid(least) && !isDeepStrictEqual(least, accepted))
    failures.push(...((await trial(least, {})) ?? []));
  const plain = complete === undefined ? accepted : full;
  const token = context.created.token(operation.id);
  for (const { body, edges } of edgeBodies(root, plain, token, requests, isValid)) {
    const changed = Object.fromEntries(Object.keys(edges).map((name) => [name, body[name]]));
    const found = await trial(isPartial && isValid(changed) ? changed : body, edges);
    failures.push(...(found ?? []));
    // One of the values breaks a rule that is not in the document.
    for (const [name, edge] of found ? [] : Object.entries(edges).slice(0, mostSingle))
      failures.push(...((await trial({ ...plain, [name]: body[name] }, { [name]: edge })) ?? []));
  }
  // The first failure of a field is the simplest.
  return [
    ...new Map(failures.toReversed().map((failure) => [failure.key, failure])).values(),
  ].toReversed();
}

/** What remains of a body without its optional fields. */
function leastOf({ requests }: DocumentModel, root: unknown, body: JsonObject): JsonObject {
  const required = new Set(requiredNames(root, requests.follow));
  return Object.fromEntries(Object.entries(body).filter(([name]) => required.has(name)));
}

function createJudge(model: DocumentModel, subject: StoreSubject) {
  const { operation, schema, before: start } = subject;
  const { read: reader } = subject.resource;
  const fields = fieldSchemas(model.requests.schemaAt(schema), model.requests);
  const declared = declaredFields(model, reader);
  const isComparable = (name: string) => {
    const { readOnly, writeOnly, format } = fields[name] ?? {};
    const isSecret = format === 'password' || /passw|secret|token/i.test(name);
    return (
      readOnly !== true &&
      writeOnly !== true &&
      !isSecret &&
      !subject.managed?.includes(name) &&
      (declared.size === 0 || declared.has(name))
    );
  };
  /** The fields that a read shows as they were sent when nothing about them is special. */
  const faithful = new Set<string>();
  const shownIn = (exchange: CompletedExchange) => shownFields(exchange, Object.keys(fields));
  /** The fields that some request has changed. A server may ignore a field that cannot change. */
  const changing = new Set<string>();
  let earlier = start && shownIn(start);
  const loss = (name: string, body: JsonObject, shown: JsonObject) => {
    // Without a schema of the response, a read need not show a field.
    const isExpected = declared.size > 0 || shown[name] !== undefined;
    const found = isComparable(name) && isExpected ? lossOf(body[name], shown[name]) : undefined;
    // The items of a set have no order.
    return found === anotherOrder && fields[name]?.uniqueItems === true ? undefined : found;
  };
  const failure = (
    name: string,
    edge: string | undefined,
    got: string,
    at: Operation,
    stored: Stored,
    basis: Basis,
  ) =>
    subject.failure(
      `"${name}" as it was sent${edge === undefined ? '' : ` (${edge})`}`,
      `${got} in the response to ${at.id}`,
      at === operation ? [stored.exchange] : [stored.exchange, stored.read],
      { key: edge === undefined ? name : `${name} ${edge}`, basis },
    );

  return {
    shows: (body: JsonObject, read: CompletedExchange) =>
      Object.keys(body).every((name) => loss(name, body, shownIn(read)) === undefined),
    failures: (stored: Stored, edges: Readonly<Record<string, string>>): Failure[] => {
      const { body, exchange, read } = stored;
      const isPlain = Object.keys(edges).length === 0;
      const shown = shownIn(read);
      const echo = shownIn(exchange);
      const compared = Object.keys(body).filter(
        (name) => shown[name] !== undefined && isComparable(name),
      );
      const isAnother =
        compared.length > 1 && compared.every((name) => loss(name, body, shown) !== undefined);
      const found = Object.keys(body).flatMap((name) => {
        const edge = edges[name];
        const got = loss(name, body, shown);
        const isShown = Object.hasOwn(echo, name);
        const echoed = isShown ? loss(name, body, echo) : undefined;
        const wasEchoed = isShown ? echoed === undefined : isAnother;
        const before = earlier?.[name];
        const isSame =
          before !== undefined && JSON.stringify(before) === JSON.stringify(shown[name]);
        if (isPlain && got === undefined) faithful.add(name);
        if (got === undefined && !isSame) changing.add(name);
        if (!isPlain && (edge === undefined || !faithful.has(name))) return [];
        // A server may change a value when it stores it, but it does so with every value.
        const isUsual = isPlain && !(got !== undefined && isLost(got)) && !wasEchoed;
        const isMoved = shiftedHours(body[name], shown[name]) !== undefined;
        const basis = (isUsual && !isMoved) || got === anotherOrder ? 'decided' : 'standard';
        if (got !== undefined) {
          const isIgnored = isSame && !wasEchoed && !changing.has(name);
          if (isIgnored) return [failure(name, undefined, got, reader, stored, 'decided')];
          return [failure(name, edge, got, reader, stored, basis)];
        }
        return echoed === undefined
          ? []
          : [failure(name, edge, echoed, operation, stored, 'standard')];
      });
      earlier = shown;
      return found;
    },
  };
}

/** The fields that the document says a read shows, at the root of its response or in an object there. */
function declaredFields(
  { responses }: DocumentModel,
  { responses: declared }: Operation,
): ReadonlySet<string> {
  const media = declared
    .filter(({ status }) => /^(2|default$)/.test(status))
    .flatMap((one) => one.media);
  const roots = media.map(({ schema }) =>
    fieldSchemas(schema && responses.schemaAt(schema), responses),
  );
  const inside = roots.flatMap((one) =>
    Object.values(one).map((inner) => fieldSchemas(inner, responses)),
  );
  const shown = [...roots, ...inside].flatMap((one) =>
    Object.entries(one).flatMap(([name, { writeOnly }]) => (writeOnly === true ? [] : [name])),
  );
  return new Set(shown);
}
