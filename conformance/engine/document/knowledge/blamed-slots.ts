import type { CompletedExchange } from '../../check.ts';
import { type Blame, blamesIn } from '../../judge/error-formats.ts';
import { wordsOf as wordsSaid } from '../../judge/words.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject } from '../model/pointer.ts';
import { plainName } from '../sequences/resources/names.ts';
import { fieldSchemas, parameterSchema } from '../values/field-schemas.ts';
import { bodyMedia, type RequestValues } from '../values/request-values.ts';
import { type FilledSlot, requiredNames, slotsIn } from '../values/slots.ts';
import { undeclaredField } from '../values/undeclared-fields.ts';

export interface BlamedSlot {
  /** The value is undefined where the request has none. */
  readonly slot: FilledSlot;
  readonly message: string;
}

/** The values that a rejection is about: those that it names, or else those that it quotes. */
export function blamedSlots(
  model: DocumentModel,
  operation: Operation,
  values: RequestValues,
  exchange: CompletedExchange,
): BlamedSlot[] {
  const slots = slotsIn(model, operation, values);
  const named = blamesIn(exchange).flatMap((blame) => {
    const slot =
      namedSlot(slots, blame) ??
      absentSlot(model, operation, values, blame) ??
      undeclaredSlot(model, operation, values, blame);
    return slot === undefined ? [] : [{ slot, message: blame.message }];
  });
  if (named.length > 0) return named;
  const message = wordsSaid(exchange) ?? '';
  const absent = missingNames(message).flatMap((name) => {
    const slot = absentSlot(model, operation, values, { in: undefined, at: [name], message });
    return slot === undefined || slots.some((one) => one.name === slot.name)
      ? []
      : [{ slot, message }];
  });
  if (absent.length > 0) return absent;
  const [, name = ''] = /["'`]([A-Za-z_]\w{1,40})["'`] (?:is|are) required\b/.exec(message) ?? [];
  const undeclared = undeclaredSlot(model, operation, values, {
    in: undefined,
    at: [name],
    message,
  });
  if (undeclared !== undefined) return [{ slot: undeclared, message }];
  const quoted = slots.filter((slot) => isQuoted(slot, message));
  const found = quoted.length > 0 ? quoted : slots.filter(({ name }) => isMentioned(name, message));
  return found.map((slot) => ({ slot, message }));
}

/** The slot that has most of the names, from the end: a server may begin with the name of its own object. */
function namedSlot(slots: readonly FilledSlot[], blame: Blame): FilledSlot | undefined {
  const wanted = blame.at.map(plainName);
  const ranked = slots.flatMap((slot) => {
    if (blame.in !== undefined && blame.in !== slot.in) return [];
    const own = slot.at.map(plainName);
    let matched = 0;
    while (matched < own.length && own.at(-1 - matched) === wanted.at(-1 - matched)) matched += 1;
    return matched === 0 ? [] : [{ slot, rank: matched - own.length / 100 }];
  });
  return ranked.toSorted((one, other) => other.rank - one.rank)[0]?.slot;
}

/** A field or parameter that the document has, and the request lacks. */
function absentSlot(
  model: DocumentModel,
  operation: Operation,
  { body }: RequestValues,
  { in: place, at }: Blame,
): FilledSlot | undefined {
  const last = plainName(at.at(-1) ?? '');
  const parameter = operation.parameters.find(
    (one) => plainName(one.name) === last && (place === undefined || place === one.in),
  );
  if (parameter !== undefined && place !== 'body') {
    const { name, schema: pointer, required, in: where } = parameter;
    const schema = parameterSchema(model.requests, pointer);
    const others = operation.parameters.map((one) => one.name);
    const role = model.roles.roleOf({ operation, name, schema, others });
    return { in: where, at: [name], name, schema, role, value: undefined, isRequired: required };
  }
  const root = bodyMedia(operation)?.schema;
  if (root === undefined) return undefined;
  const { follow } = model.requests;
  let schema: unknown = model.requests.schemaAt(root);
  let value: unknown = body;
  const path: string[] = [];
  for (const [index, part] of at.entries()) {
    if (Array.isArray(value)) {
      schema = fieldsOf(follow(schema)).items;
      value = value[Number(part)];
      path.push(part);
      continue;
    }
    const fields = fieldSchemas(schema, model.requests);
    const name = Object.keys(fields).find((one) => plainName(one) === plainName(part));
    // The name of the server's own object.
    if (name === undefined && path.length === 0) continue;
    if (name === undefined) return undefined;
    const own = fields[name] ?? {};
    const where = [...path, name];
    if (index === at.length - 1) {
      const others = Object.keys(fields);
      const role = model.roles.roleOf({
        operation,
        name,
        schema: own,
        holder: path.at(-1),
        others,
      });
      const isRequired = requiredNames(schema, follow).includes(name);
      return { in: 'body', at: where, name, schema: own, role, value: undefined, isRequired };
    }
    schema = own;
    value = isJsonObject(value) ? value[name] : undefined;
    path.push(name);
  }
  return undefined;
}

/** The field of a body that a server asks for, and the document lacks. */
function undeclaredSlot(
  model: DocumentModel,
  operation: Operation,
  { body }: RequestValues,
  { in: place, at, message }: Blame,
): FilledSlot | undefined {
  const [name = '', ...inner] = at;
  const isAsked = name !== '' && inner.length === 0 && isMissing.test(message);
  const mayHave = operation.body !== undefined && isJsonObject(body) && !Object.hasOwn(body, name);
  if (!isAsked || !mayHave || (place ?? 'body') !== 'body') return undefined;
  const shown = undeclaredField(model, operation, name);
  const isQuoted = /["'`]/.test(message[message.indexOf(name) - 1] ?? '');
  // `body is required` is about no field.
  if (shown === undefined && !isQuoted) return undefined;
  const schema = shown ?? {};
  const role = model.roles.roleOf({ operation, name, schema, others: Object.keys(body) });
  return { in: 'body', at, name, schema, role, value: undefined, isRequired: false };
}

const isMissing =
  /\b(missing|required?|requires|not (present|found|set|given|provided|specified)|must (have|be (set|given|present|provided|specified))|need(s|ed)?|absent|empty|blank|null|undefined)\b/i;

/** What a sentence quotes that is not there: `Key 'name' not present`. */
function missingNames(message: string): string[] {
  if (!isMissing.test(message)) return [];
  const quoted = [...message.matchAll(/["'`]([\w.-]{2,60})["'`]/g)].map(([, name = '']) => name);
  const [, bare] =
    /^(?:[\w-]+ ){0,2}([\w-]{2,60}) (?:is|must|can|may|should)\b/i.exec(message) ?? [];
  const [, after] =
    /\b(?:missing|requires?)(?: required)?(?: the)?(?: field| key| parameter| property)?:? ([\w-]{2,60})\b/i.exec(
      message,
    ) ?? [];
  return [...quoted, ...[bare, after].filter((name) => name !== undefined)];
}

const isQuoted = ({ value }: FilledSlot, message: string) =>
  typeof value === 'string' && value.length > 3 && message.includes(value);

function isMentioned(name: string, message: string): boolean {
  const words = message.toLowerCase().split(/[^\p{L}\p{N}_-]+/u);
  return (
    name.length > 2 &&
    (words.includes(name.toLowerCase()) || words.map(plainName).includes(plainName(name)))
  );
}
