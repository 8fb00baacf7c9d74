import type { CompletedExchange } from '../../check.ts';
import { wordsOf as wordsSaid } from '../../judge/words.ts';
import type { DocumentContext } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject, pointer, valueAt } from '../model/pointer.ts';
import { translate } from '../sequences/resources/names.ts';
import { withOptionalFields } from '../values/field-schemas.ts';
import { valueFromMessage } from '../values/from-message.ts';
import { timeIn, tomorrow } from '../values/ordered.ts';
import { withAllPathIds } from '../values/path-ids.ts';
import { bodyMedia, type RequestValues } from '../values/request-values.ts';
import { sampleOf } from '../values/sample.ts';
import { type FilledSlot, requiredNames, slotsIn, withSlot } from '../values/slots.ts';
import { blamedSlots } from './blamed-slots.ts';
import { likeListed } from './like-listed.ts';
import { isNaming } from './new-names.ts';

export interface Repair {
  readonly values: RequestValues;
  /** What is different, for people: `body /name`. */
  readonly changed: readonly LearnedValue[];
}

export interface LearnedValue {
  readonly place: string;
  readonly value: unknown;
  readonly why: string;
  /** Whether another name would do as well. */
  readonly isNew: boolean;
}

interface Rejected {
  readonly values: RequestValues;
  readonly exchange: CompletedExchange;
  /** Without the words of this run that make names new. */
  readonly plain: RequestValues;
}

type Guess = readonly [
  why: string,
  change: (values: RequestValues, plain: RequestValues) => Promise<RequestValues> | RequestValues,
];

const mostChoices = 4;

/** Changes requests of one operation that a server rejects: the values that it blames, or else what is usually wrong. */
export function createRepairs(context: DocumentContext, operation: Operation) {
  const { model, clock, created, references } = context;
  const start = tomorrow(clock.now());
  const token = () => created.token(`${operation.id} learned`);
  const used = new Set<string>();

  /** The fields that the document may require, and the server does not accept. */
  const refused = new Map<string, unknown>();
  const isAllowed = ({ body }: RequestValues) => {
    const schema = bodyMedia(operation)?.schema;
    if (schema === undefined || body === undefined) return true;
    const judged = isJsonObject(body) ? { ...Object.fromEntries(refused), ...body } : body;
    return model.requests.check(schema, judged).valid !== false;
  };
  const isGiven = ({ in: place, at, name }: FilledSlot) => {
    const { fields, parameters } = model.given(operation);
    return place === 'body'
      ? Object.hasOwn(fields, at[0] ?? '')
      : Object.hasOwn(parameters, `${place} ${name}`);
  };
  const examples = async (values: RequestValues): Promise<readonly JsonObject[]> => {
    const path = operation.path.replace(/\/\{[^{}/]+\}\/?$/, '');
    const list = model.operations.find((one) => one.method === 'GET' && one.path === path);
    if (list === undefined) return [];
    const known = Object.entries(values.parameters).flatMap(([key, value]) =>
      key.startsWith('path ') ? [[key.slice(5), value] as const] : [],
    );
    return references.items(list, translate(Object.fromEntries(known), operation.path, path));
  };

  /** Other values for a slot, the best first. `undefined` in the list: none at all. */
  const othersFor = async (
    { slot, message }: { slot: FilledSlot; message: string },
    { plain, values }: Rejected,
  ) => {
    const { schema, value, role } = slot;
    const before = slot.in === 'body' ? valueAt(plain.body, pointer(...slot.at)) : undefined;
    const isTaken = /\b(taken|exists?|unique|duplicate|in use|used)\b/i.test(message);
    const isMissing = value === undefined || value === null || value === '';
    const isLater = role.kind === 'ordered';
    const said = { message, schema, value, token: token(), start, isLater };
    const found: [value: unknown, why: string][] = [];
    if (!isTaken && before !== undefined && before !== value) found.push([before, unmarked]);
    if (isMissing) {
      const sample = sampleOf(schema, model.requests);
      const asked = valueFromMessage({ ...said, value: sample });
      found.push([
        asked ?? timeIn(schema, sample, start, 1) ?? sample,
        `the server asks for it: ${message}`,
      ]);
    }
    if (role.kind !== 'reference') {
      found.push([valueFromMessage(said), `the server says: ${message}`]);
      const listed = likeListed(await examples(values), slot, said.token);
      found.push([listed, 'what the server lists has this form']);
      const inFuture = timeIn(schema, value, start, 1);
      found.push([inFuture, 'a time in the future']);
    }
    const proposed = found.filter(([one]) => one !== undefined && one !== value);
    // Also where the document requires it.
    if (slot.in === 'body' && !isMissing && isUnwanted.test(message))
      proposed.unshift([undefined, unwanted]);
    if (!slot.isRequired && !isMissing) proposed.push([undefined, 'the server rejects it']);
    return proposed;
  };
  /** The first change that was not tried yet. */
  const changeBlamed = async (rejected: Rejected): Promise<Repair | undefined> => {
    let { values } = rejected;
    const changed: LearnedValue[] = [];
    for (const blamed of blamedSlots(model, operation, values, rejected.exchange).slice(0, 8)) {
      if (isGiven(blamed.slot)) continue;
      for (const [value, why] of await othersFor(blamed, { ...rejected, values })) {
        const place = placeOf(blamed.slot);
        const key = `${place} ${why.startsWith('the server says') ? why : why.slice(0, 20)}`;
        const next = withSlot(values, blamed.slot, value);
        if (used.has(key)) continue;
        const [name = '', ...inner] = blamed.slot.at;
        if (why === unwanted && inner.length === 0) refused.set(name, blamed.slot.value);
        if (!isAllowed(next)) continue;
        used.add(key);
        values = next;
        changed.push({ place, value, why, isNew: isRenewable(blamed.slot, value, why) });
        break;
      }
    }
    return changed.length > 0 ? { values, changed } : undefined;
  };

  /** What is done to a resource may depend on its state: it can be another of the listed things. */
  const isCreation = model.resources.some(({ create }) => create === operation);
  const otherChoices = Array.from({ length: isCreation ? 0 : mostChoices }, (_, at): Guess => {
    const change = (values: RequestValues) => {
      const slot = slotsIn(model, operation, values).find(
        (one) =>
          one.in !== 'path' && one.isRequired && Array.isArray(one.schema.enum) && !isGiven(one),
      );
      const listed = [slot?.schema.enum].flat();
      const next = slot && listed[(listed.indexOf(slot.value) + 1) % listed.length];
      return slot === undefined ? values : withSlot(values, slot, next);
    };
    return [`another listed value (${at + 1})`, change];
  });
  /** A document may forget an object that the server needs. An empty one says that it is wanted. */
  const withParts: Guess = [
    'what the server lists has such an object',
    async (values) => {
      if (!isCreation || !isJsonObject(values.body)) return values;
      const objects = (await examples(values)).flatMap((item) =>
        Object.entries(item).flatMap(([name, value]) => (isJsonObject(value) ? [[name, {}]] : [])),
      );
      return { ...values, body: { ...Object.fromEntries(objects), ...values.body } };
    },
  ];
  /** What is usually wrong where a server does not say. */
  const guesses: readonly Guess[] = [
    [
      'times are in the future',
      (values) => {
        const times = slotsIn(model, operation, values).filter((slot) => !isGiven(slot));
        return times.reduce((changed, slot) => {
          const days = slot.role.kind === 'ordered' ? 1 : 0;
          const time = timeIn(slot.schema, slot.value, start, days);
          return time === undefined ? changed : withSlot(changed, slot, time);
        }, values);
      },
    ],
    [
      'what the server lists has this form',
      async (values) => {
        const items = await examples(values);
        const own = token();
        return slotsIn(model, operation, values).reduce((changed, slot) => {
          if (slot.in !== 'body' || slot.role.kind === 'reference' || isGiven(slot)) return changed;
          const value = likeListed(items, slot, own);
          const next = value === undefined ? changed : withSlot(changed, slot, value);
          return isAllowed(next) ? next : changed;
        }, values);
      },
    ],
    ...otherChoices,
    withParts,
    [
      'only what is required',
      (values, plain) => (leastOf(plain) === plain ? values : leastOf(values)),
    ],
    [
      'with all fields',
      async (values) => {
        const schema = bodyMedia(operation)?.schema;
        if (schema === undefined || !isJsonObject(values.body)) return values;
        const root = model.requests.schemaAt(schema);
        const isValid = (body: JsonObject) => model.requests.check(schema, body).valid !== false;
        const body = withOptionalFields(root, values.body, model.requests, isValid);
        const filled = await references.fill(operation, { ...values, body });
        return {
          ...filled,
          body: await references.complete(operation, fieldsOf(filled.body), filled.parameters),
        };
      },
    ],
  ];
  const leastOf = (values: RequestValues): RequestValues => {
    const schema = bodyMedia(operation)?.schema;
    if (schema === undefined || !isJsonObject(values.body)) return values;
    const required = new Set(requiredNames(model.requests.schemaAt(schema), model.requests.follow));
    const { fields } = model.given(operation);
    const kept = Object.entries(values.body).filter(
      ([name]) => required.has(name) || Object.hasOwn(fields, name),
    );
    if (kept.length === Object.keys(values.body).length) return values;
    const least = { ...values, body: Object.fromEntries(kept) };
    return isAllowed(least) ? least : values;
  };
  const guess = async ({ values, plain, exchange }: Rejected): Promise<Repair | undefined> => {
    // What is forbidden may depend on what is created, but other values change nothing.
    const isForbidden = model.meaning(exchange) === 'forbidden';
    for (const [why, change] of isForbidden ? [withParts] : guesses) {
      if (used.has(why)) continue;
      used.add(why);
      const changed = await change(values, plain);
      if (JSON.stringify(changed) === JSON.stringify(values) || !isAllowed(changed)) continue;
      return { values: changed, changed: differences(values, changed, why) };
    }
    return undefined;
  };

  /** With the ids of the path in the body, where the server says that both must have them. */
  const addPathIds = ({ values, exchange }: Rejected): Repair | undefined => {
    const said = wordsSaid(exchange) ?? '';
    if (!bodyAndPath.test(said)) return undefined;
    const changed = withAllPathIds(model, operation, values);
    if (JSON.stringify(changed) === JSON.stringify(values) || !isAllowed(changed)) return undefined;
    const why = `the server asks for it: ${said}`;
    return { values: changed, changed: differences(values, changed, why) };
  };

  return async (rejected: Rejected): Promise<Repair | undefined> =>
    addPathIds(rejected) ?? (await changeBlamed(rejected)) ?? guess(rejected);

  function differences(before: RequestValues, after: RequestValues, why: string): LearnedValue[] {
    const old = new Map(
      slotsIn(model, operation, before).map((slot) => [placeOf(slot), slot.value]),
    );
    return slotsIn(model, operation, after).flatMap((slot) => {
      const place = placeOf(slot);
      const isSame = JSON.stringify(old.get(place)) === JSON.stringify(slot.value);
      const isNew = isRenewable(slot, slot.value, why);
      return isSame || typeof slot.value === 'object'
        ? []
        : [{ place, value: slot.value, why, isNew }];
    });
  }
}

/** `Project ID in body and URL must be the same`. */
const bodyAndPath =
  /\b(body|payload)\b.*\b(url|uri|path|route)\b|\b(url|uri|path|route)\b.*\b(body|payload)\b/i;

const isRenewable = ({ name, role }: FilledSlot, value: unknown, why: string) =>
  why !== unmarked && (isNaming(name, role) || typeof value !== 'string');
const unmarked = 'the server rejects a new name there';

/** `"datatype" is not allowed`, but not `"name" is not allowed to be empty`. */
const isUnwanted =
  /\bnot (allowed|permitted|expected|recogni[sz]ed|supported)\W*$|\b(unknown|unexpected|unrecogni[sz]ed|additional|extra)\b.{0,20}\b(field|property|properties|key|attribute)\b/i;
const unwanted = 'the server does not know it';

const placeOf = (slot: FilledSlot) =>
  slot.in === 'body' ? `body ${pointer(...slot.at)}` : `${slot.in} ${slot.name}`;
