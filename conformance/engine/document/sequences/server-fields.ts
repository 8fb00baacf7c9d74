import { instantOf } from '../../judge/order.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { fieldSchemas, withOptionalFields } from '../values/field-schemas.ts';
import { bodyMedia } from '../values/request-values.ts';
import { isReadOnly, requiredIn } from '../values/sample.ts';
import { sameValue } from './compare.ts';
import { tryCreate } from './create-resource.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { isIdField, plainName } from './resources/names.ts';
import {
  etagOf,
  parentIn,
  readFirst,
  type Sequence,
  sequenceOf,
  startSequence,
} from './sequence.ts';
import { shownFields, updatesOf, wholeBody } from './updates.ts';

/** Creates a resource without the fields that have a default, and one with the fields that are the server's. */
export function serverFields(model: DocumentModel, resource: ReadableResource): DocumentCheck[] {
  const { create } = resource;
  const schema = bodyMedia(create)?.schema;
  if (schema === undefined || create.method !== 'POST') return [];
  const root = model.requests.schemaAt(schema);
  const fields = fieldSchemas(root, model.requests);
  const required = isJsonObject(root) ? requiredIn(root) : [];
  const defaults = Object.entries(fields).filter(
    ([name, { default: value }]) =>
      ['string', 'number', 'boolean'].includes(typeof value) && !required.includes(name),
  );
  const managed = managedFields(model, resource, fields);
  return [
    ...(defaults.length > 0 ? [defaultsApply(model, resource, Object.fromEntries(defaults))] : []),
    ...(managed.length > 0 ? [managedAreIgnored(model, resource, managed)] : []),
  ];
}

function defaultsApply(
  model: DocumentModel,
  resource: ReadableResource,
  defaults: Readonly<Record<string, JsonObject>>,
): DocumentCheck {
  const { create, read } = resource;
  const names = Object.keys(defaults);
  return operationCheck(model, create, 'default-applies', {
    rule: `Uses the default of a field that is not sent, so that ${read.id} returns it.`,
    source: 'document: default',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const first = await startSequence(context, resource);
      const others = Object.entries(fieldsOf(first.body)).filter(([name]) => !names.includes(name));
      const sequence = await createWith(first, Object.fromEntries(others));
      if (sequence === undefined)
        return nothingToJudge(`${create.id} rejects a body without the fields that have a default`);
      const exchange = await readFirst(context, sequence);
      const shown = shownFields(exchange, names);
      return names.flatMap((name): Failure[] => {
        const value = defaults[name]?.default;
        const isOther = sameValue(value, shown[name]) === false;
        if (!isOther) return [];
        const expected = `"${name}" ${JSON.stringify(value)}, the default`;
        return [
          failure(expected, JSON.stringify(shown[name]), [sequence.exchange, exchange], {
            key: name,
          }),
        ];
      });

      async function createWith(start: Sequence, body: JsonObject) {
        const parent = parentIn(resource, start.identity);
        const fresh = context.names.renew(create, body, context.created.token(resource.path));
        const made = await tryCreate(context, resource, { parent, bodies: [fresh, body] });
        return 'reason' in made ? undefined : sequenceOf(context, resource, made);
      }
    },
  });
}

interface Managed {
  readonly name: string;
  /** Whether the document says that clients cannot set it. */
  readonly isReadOnly: boolean;
}

/** The fields that a read shows and a client does not send. */
function managedFields(
  model: DocumentModel,
  { read, path }: ReadableResource,
  sent: Readonly<Record<string, JsonObject>>,
): Managed[] {
  const media = read.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap((one) => one.media.filter(({ type }) => isJson(type)));
  const roots = media.map(({ schema }) =>
    fieldSchemas(schema && model.responses.schemaAt(schema), model.responses),
  );
  const shown: Readonly<Record<string, JsonObject>> = Object.assign({}, ...roots);
  return Object.entries({ ...shown, ...sent }).flatMap(([name, schema]): Managed[] => {
    const isOwn = !isReadOnly(schema) && !isReadOnly(shown[name]);
    if (isIdField(path, name) || (isOwn && Object.hasOwn(sent, name))) return [];
    return [{ name, isReadOnly: !isOwn }];
  });
}

const mostManaged = 8;
const aboutOwner = /^(owner|user|tenant|account|organi[sz]ation|author|createdby|customer)(id)?$/;

function managedAreIgnored(
  model: DocumentModel,
  resource: ReadableResource,
  managed: readonly Managed[],
): DocumentCheck {
  const { create, read } = resource;
  return operationCheck(model, create, 'server-fields-are-ignored', {
    rule: `Ignores or rejects the fields that only the server sets, and the owner of what is created.`,
    source: 'document: readOnly',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const first = await startSequence(context, resource);
      const exchange = await readFirst(context, first);
      const names = managed.map(({ name }) => name);
      const shown = shownFields(exchange, names);
      const full = complete(fieldsOf(first.body));
      // Most of its texts must show that a resource is the run's own.
      const texts = Object.values(full).filter((value) => typeof value === 'string');
      if (texts.length < 2) nothingToJudge('the body has too few texts to know what was created');
      const found: Failure[] = [];
      for (const { name, isReadOnly } of managed.slice(0, mostManaged)) {
        const other = otherThan(shown[name]);
        if (other === undefined) continue;
        const made = await tryCreate(context, resource, {
          parent: parentIn(resource, first.identity),
          bodies: [{ ...fresh(full), [name]: other }],
        });
        if ('reason' in made) continue;
        const again = await sequenceOf(context, resource, made).read();
        const stored = shownFields(again, names)[name];
        if (!model.isSuccess(again) || sameValue(stored, other) !== true) continue;
        const isClear = isReadOnly || aboutOwner.test(plainName(name));
        found.push(
          failure(
            `"${name}" as the server sets it`,
            `${JSON.stringify(stored)}, as it was sent`,
            [made.exchange, again],
            {
              key: name,
              ...(!isClear && { basis: 'observed' as const }),
            },
          ),
        );
      }
      return found;

      function complete(body: JsonObject): JsonObject {
        const schema = bodyMedia(create)?.schema;
        if (schema === undefined) return body;
        const isValid = (one: JsonObject) => model.requests.check(schema, one).valid !== false;
        return withOptionalFields(model.requests.schemaAt(schema), body, model.requests, isValid);
      }

      function fresh(body: JsonObject): JsonObject {
        const token = context.created.token(`${create.id} ${read.id}`);
        const entries = Object.entries(body).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.replace(/t[0-9a-f]{7}/, token) : value,
        ]);
        return Object.fromEntries(entries);
      }
    },
  });
}

/** Another value of the kind that a field shows. */
function otherThan(shown: unknown): unknown {
  if (typeof shown === 'number') return shown + 1000;
  if (typeof shown === 'boolean') return !shown;
  if (instantOf(shown) !== undefined) return String(shown).replace(/^\d{4}/, '2001');
  return typeof shown === 'string' && shown !== ''
    ? shown.replace(/[0-9a-z]$/i, lastOther)
    : undefined;
}

const lastOther = (last: string) => (last === '1' ? '2' : '1');

/** Updates a resource and compares the times that it shows. */
export function timesFollow(
  model: DocumentModel,
  resource: ReadableResource,
  update: Operation,
): DocumentCheck {
  return operationCheck(model, update, 'times-follow', {
    rule: 'Keeps the time of the creation, and never sets that of the last change back.',
    source: 'document: responses',
    basis: 'observed',
    exclusive: true,
    run: async (context, failure) => {
      const sequence = await startSequence(context, resource, [update]);
      const before = await readFirst(context, sequence);
      const [change] = updatesOf(context, update, { ...sequence, read: before });
      const names = Object.keys(
        wholeBody(model, update, { ...sequence, read: before })?.fields ?? {},
      );
      const times = timesIn(shownFields(before, names));
      if (change === undefined || times.created === undefined)
        return nothingToJudge('a read shows no time of the creation');
      const exchange = await sequence.send(update, { ...change.contents, ...etagOf(before) });
      if (!model.isSuccess(exchange)) skipCheck(`${update.id} returned ${model.status(exchange)}`);
      const after = await sequence.read();
      const now = timesIn(shownFields(after, names));
      const exchanges = [before, exchange, after];
      if (now.created !== times.created)
        return failure('the time of the creation as before', 'another time', exchanges, {
          key: 'created',
        });
      const [was, is] = [instantOf(times.changed), instantOf(now.changed)];
      if (was === undefined || is === undefined || is >= was) return undefined;
      return failure('a later time of the last change', 'an earlier one', exchanges, {
        key: 'changed',
      });
    },
  });
}

function timesIn(shown: JsonObject) {
  const named = (pattern: RegExp) =>
    Object.entries(shown).find(
      ([name, value]) => pattern.test(plainName(name)) && instantOf(value) !== undefined,
    )?.[1];
  return {
    created: named(/^(created(at|on)?|creationdate|createdate|insertedat)$/),
    changed: named(/^(updated(at|on)?|modified(at|on)?|lastmodified|changedat|updatedate)$/),
  };
}
