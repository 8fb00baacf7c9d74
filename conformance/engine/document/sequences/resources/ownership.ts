import type { CheckContext, CompletedExchange } from '../../../check.ts';
import { groupBy } from '../../../group-by.ts';
import type { SentRequest } from '../../../http/exchange.ts';
import { type Header, parseBaseUrl, type Request } from '../../../http/request.ts';
import type { DocumentModel } from '../../document-model.ts';
import type { Operation } from '../../model/operation.ts';
import { fieldsOf } from '../../model/pointer.ts';
import { isScalar, namedValues, ownFields } from '../../named-values.ts';
import { fieldSchemas } from '../../values/field-schemas.ts';
import { bodyMedia } from '../../values/request-values.ts';
import { mayBeSame, representation, sameValue } from '../compare.ts';
import { requestOn } from '../request-on.ts';
import type { createNames } from './created-names.ts';
import type { Resource } from './find-resources.ts';
import type { Made } from './made-resource.ts';
import { type Identity, lastId, plainName } from './names.ts';
import type { createSnapshots } from './snapshots.ts';

/** Why something is the run's own. */
export type Proof =
  | 'absent before'
  | 'newer than the run'
  | '201 and Location'
  | 'shows what was sent'
  | 'in a resource of this run'
  | 'created by each request';

interface Means {
  readonly authorised: (operation: Operation, request: Request) => Promise<Request>;
  readonly names: Pick<ReturnType<typeof createNames>, 'isNamed' | 'withOthers' | 'withoutThem'>;
  readonly snapshots: ReturnType<typeof createSnapshots>;
  identityOf(resource: Resource, exchange: CompletedExchange): Identity | undefined;
  /** Whether the server says with 200 that it was there before, since it says 201 of what is new. */
  isFound(made: Made): boolean;
  /** Whether a read of its path found nothing before it was created. */
  wasAbsent(made: Made): boolean;
}

/** Says of what a response has named whether this run created it. Only that may be changed and deleted. */
export function createOwnership(
  base: CheckContext,
  model: DocumentModel,
  { authorised, names, snapshots, identityOf, isFound, wasAbsent }: Means,
) {
  const { prefix } = parseBaseUrl(base.target.baseUrl);
  const start = serverTime(base);

  const proofOf = async (made: Made): Promise<Proof | undefined> => {
    if (isFound(made)) return undefined;
    const { resource, status, isLocated } = made;
    if (wasAbsent(made)) return 'absent before';
    const before = await snapshots.find(made);
    if (before === 'there') return undefined;
    const read = resource.read && (await readOf(resource.read, made.identity));
    const isGone = read !== undefined && !model.isSuccess(read);
    const shown = read === undefined ? made.made : read.response.json?.value;
    const looks = isGone
      ? 'nothing'
      : looksLike(model, made, shown, { isNamed: names.isNamed, wasAbsent: before === 'absent' });
    // A server may store other texts than were sent.
    if (looks === 'other') {
      if (before !== 'absent' || !(await snapshots.isListed(made))) return undefined;
      if (status === 201) return 'absent before';
      return (await createsAnew(made)) ? 'created by each request' : undefined;
    }
    // What will be created later may have another id.
    if (status === 202)
      return looks === 'texts' || isLocated || isGone ? 'shows what was sent' : undefined;
    if (before === 'absent') return 'absent before';
    if (made.isInOwn) return 'in a resource of this run';
    if (read !== undefined && !isGone && isNewer(shown, start())) return 'newer than the run';
    // What cannot be read, or is connected by a noun only, has to show something of this run.
    const isPlain = read !== undefined && !resource.isGuess && !isInside(resource);
    const isShown = looks !== 'nothing' || names.isNamed(lastId(resource.path, made.identity));
    if (status === 201) {
      if (isLocated) return '201 and Location';
      return isShown || isPlain || isGone ? 'shows what was sent' : undefined;
    }
    if (!isPlain && !isShown) return undefined;
    return (await createsAnew(made)) ? 'created by each request' : undefined;
  };

  const readOf = async (read: Operation, identity: Identity) =>
    base.call(await authorised(read, requestOn(model, read, identity)));

  /** Whether a request whose response is not 201 creates another one each time, or finds what is there: by any of its values. */
  const known = new Map<string, Promise<boolean>>();
  const createsAnew = (made: Made): Promise<boolean> => {
    const [request] = made.creations;
    if (request === undefined) return Promise.resolve(false);
    const text = Buffer.from(request.body).toString('latin1');
    const which = `${request.target} ${names.withoutThem(text)}`;
    const found = known.get(which) ?? isCreatedAgain(made, request, names.withOthers(text));
    known.set(which, found);
    found.catch(() => known.delete(which));
    return found.then((creates) => creates && !isFound(made));
  };
  const isCreatedAgain = async (
    { resource, identity }: Made,
    { method, target, settings, headers: given }: SentRequest,
    body: string,
  ) => {
    // With the same key, it would have to return the same.
    const headers = given.map(([name, value]): Header => {
      const isKey = /^idempotency-key$/i.test(name);
      return [name, isKey ? value.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : value];
    });
    const request = { method, target: target.slice(prefix.length), headers, settings };
    const again = await base.call({ ...request, body: Buffer.from(body, 'latin1') });
    if (!model.isSuccess(again)) return ['conflict', 'invalid'].includes(model.meaning(again));
    const other = identityOf(resource, again);
    return other !== undefined && lastId(resource.path, other) !== lastId(resource.path, identity);
  };

  return { proofOf };
}

type Looks = 'texts' | 'numbers' | 'other' | 'nothing';

/** Whether what is shown is what was sent: most of the texts that both have, or else of the numbers. */
function looksLike(
  model: DocumentModel,
  { resource, sent, made, isLocated }: Made,
  body: unknown,
  {
    isNamed,
    wasAbsent,
  }: { readonly isNamed: (text: string) => boolean; readonly wasAbsent: boolean },
): Looks {
  const schema = bodyMedia(resource.create)?.schema;
  const schemas =
    schema === undefined ? {} : fieldSchemas(model.requests.schemaAt(schema), model.requests);
  const shown = namedValues(body);
  const verdicts = sent.map((all): Looks => {
    // Many have the same value of an enumeration, and the same number: that says something only where no text does.
    const fields = all.filter(([name]) => schemas[name]?.enum === undefined);
    // Words that this run has invented are its own, also those of a later request that has replaced it.
    const isOwn = ([name, value]: readonly [string, unknown]) =>
      typeof value === 'string' && isNamed(value) && fields.some((one) => one[0] === name);
    if (shown.some(isOwn)) return 'texts';
    const compare = (type: string, isSame: (sent: unknown, shown: unknown) => unknown) => {
      const ofType = fields.filter(([, value]) => typeof value === type);
      // Of several with one name, what is shown is one.
      return [...groupBy(ofType, ([name]) => name)].flatMap(([name, values]) => {
        const pairs = shown
          .filter((one) => one[0] === name)
          .flatMap((one) => values.map(([, value]) => [value, one[1]] as const))
          .filter(([value, other]) => isLike(value, other));
        return pairs.length === 0 ? [] : [pairs.some(([value, other]) => isSame(value, other))];
      });
    };
    const texts = compare('string', mayBeSame);
    // A server may change some. One that found the name has another's values in the rest.
    if (texts.length > 0) return isMost(texts) ? 'texts' : 'other';
    const numbers = compare('number', (one, other) => sameValue(one, Number(other)));
    if (isLocated || numbers.length === 0) return 'nothing';
    // The response may have shown how the server changed them.
    const agrees = ([name, value]: readonly [string, unknown]) =>
      typeof value === 'number' &&
      fields.some((one) => one[0] === name) &&
      shown.some((one) => one[0] === name && one[1] === value);
    return isMost(numbers) || ownFields(made).some(agrees) ? 'numbers' : 'other';
  });
  // A later request may have replaced what an earlier one has made, where it was made in this run.
  const order: readonly Looks[] = wasAbsent
    ? ['texts', 'numbers', 'nothing', 'other']
    : ['other', 'texts', 'numbers'];
  return order.find((one) => verdicts.includes(one)) ?? 'nothing';
}

// A server may show a number as text, a text of digits as a number, and an empty text for what something else has that was sent.
const isLike = (sent: unknown, shown: unknown) =>
  (typeof shown === typeof sent && (shown !== '' || sent === '')) ||
  (isNumeric(sent) && isNumeric(shown));

const isNumeric = (value: unknown) =>
  isScalar(value) && /^\s*-?\d+(\.\d+)?\s*$/.test(String(value));

const isMost = (same: readonly boolean[]) => same.filter(Boolean).length > same.length / 2;

/** A link into an object of the response may lead to the customer of an order. */
function isInside({ expressions }: Resource): boolean {
  return Object.values(expressions).some((one) => insideBody.test(String(one)));
}

/** A runtime expression for a field inside an object of the response, other than the one that wraps it. */
const insideBody =
  /\$response\.body#\/(?!(data|output|result|response|payload)\/[^/]+\}?$)[^/]+\//i;

const creationNames = [
  'created',
  'createdat',
  'createdon',
  'creationdate',
  'datecreated',
  'creationtime',
  'insertedat',
];

/** Whether a body says that it was created after the run began. */
function isNewer(body: unknown, start: number | undefined): boolean {
  const shown = representation(body, Object.keys(fieldsOf(body)));
  const times = Object.entries(shown)
    .filter(([name]) => creationNames.includes(plainName(name)))
    .map(([, value]) => timeOf(value));
  return start !== undefined && times.some((time) => time !== undefined && time >= start);
}

/** Milliseconds since 1970. A day alone says too little. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 1e11 ? value : value * 1000;
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(value)
  )
    return undefined;
  return Date.parse(value);
}

/** What the clock of the server said at its first response. */
function serverTime({ target }: CheckContext): () => number | undefined {
  let first: number | undefined;
  target.listen(({ response }) => {
    const time = Date.parse(response?.header('date') ?? '');
    if (first === undefined && !Number.isNaN(time)) first = time;
  });
  return () => first;
}
