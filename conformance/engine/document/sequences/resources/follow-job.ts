import { withTexts } from '../../../bounded/digits.ts';
import type { CheckContext, CompletedExchange } from '../../../check.ts';
import { parseBaseUrl, type Request } from '../../../http/request.ts';
import type { DocumentModel } from '../../document-model.ts';
import { createPathMatcher } from '../../model/match-path.ts';
import type { Operation } from '../../model/operation.ts';
import { fieldsOf, isJsonObject } from '../../model/pointer.ts';
import { isScalar } from '../../named-values.ts';
import { requestOn } from '../request-on.ts';
import { idFields, nounOfParameter, parameterNames, plainName } from './names.ts';

/** What became of what the server accepted with 202. */
export interface Job {
  readonly state: 'done' | 'failed' | 'pending' | 'unknown';
  /** The last read of its status. */
  readonly exchange: CompletedExchange;
}

interface Means extends Pick<CheckContext, 'call' | 'clock' | 'remaining' | 'target'> {
  readonly model: DocumentModel;
  authorised(operation: Operation, request: Request): Promise<Request>;
}

// Together 12 s. A job that takes longer is not waited for.
const pausesMs = [100, 200, 400, 800, 1_500, 3_000, 6_000];

/**
 * Reads the status of what a 202 has announced until it is done: at its `Location`, or where the document has a job with the id
 * of the response (RFC 9110, 15.3.3). Undefined when nothing says where that is.
 */
export async function followJob(
  context: Means,
  operation: Operation,
  accepted: CompletedExchange,
): Promise<Job | undefined> {
  const place = jobOf(context, operation, accepted);
  if (place === undefined) return undefined;
  const { model } = context;
  for (const pause of [0, ...pausesMs]) {
    if (context.remaining() < 2 * pause) break;
    if (pause > 0) await context.clock.pause(pause);
    const exchange = await context.call(await context.authorised(place.operation, place.request));
    const state = stateOf(model, exchange);
    if (state !== 'pending') return { state, exchange };
    if (pause === pausesMs.at(-1)) return { state, exchange };
  }
  return undefined;
}

/** Where the status of what a 202 has announced is. */
export function jobOf(
  { model, target }: Pick<Means, 'model' | 'target'>,
  operation: Operation,
  accepted: CompletedExchange,
): { readonly operation: Operation; readonly request: Request } | undefined {
  const { prefix, origin } = addressOf(target.baseUrl);
  const gets = model.operations.filter(({ method }) => method === 'GET');
  const templateOf = createPathMatcher(gets.map(({ path }) => path));
  const location = accepted.response.header('location');
  const base = `${origin}${accepted.request.target}`;
  if (location !== undefined && URL.canParse(location, base)) {
    const { origin: given, pathname, search } = new URL(location, base);
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
    // A server behind a proxy may name itself otherwise. The path is read at the address of the run.
    const isHere = given === origin || templateOf(path) !== undefined;
    const known = gets.find((one) => one.path === templateOf(path));
    if (!isHere) return undefined;
    const request: Request = { method: 'GET', target: path + search };
    const settings = { operation: known?.id ?? operation.id };
    return { operation: known ?? operation, request: known ? { ...request, settings } : request };
  }
  const body = fieldsOf(withTexts(accepted.response.json?.value));
  for (const read of gets.filter(({ path }) => isJobPath(path))) {
    const name = parameterNames(read.path)[0] ?? '';
    const id = Object.entries(body).find(
      ([field, value]) => isScalar(value) && idFields(read.path).includes(plainName(field)),
    )?.[1];
    if (id !== undefined)
      return { operation: read, request: requestOn(model, read, { [name]: id }) };
  }
  return undefined;
}

function addressOf(baseUrl: string) {
  return { prefix: parseBaseUrl(baseUrl).prefix, origin: new URL(baseUrl).origin };
}

/** The path of one job by its id, such as `/jobs/{id}`. */
function isJobPath(path: string): boolean {
  const noun = /([^/]*)\/\{[^{}/]+\}\/?$/.exec(path)?.[1] ?? '';
  const isJob = [noun, nounOfParameter(path) ?? ''].some((word) => jobNouns.test(word));
  return isJob && parameterNames(path).length === 1;
}

const jobNouns = /^(job|task|operation|process|import|export|batch|request|run|execution)e?s?$/i;

/** What a read of a job says: most by a field such as `status`. */
function stateOf(model: DocumentModel, exchange: CompletedExchange): Job['state'] {
  const meaning = model.meaning(exchange);
  if (meaning === 'redirect') return 'done';
  if (meaning !== 'success') return 'unknown';
  if (exchange.response.status === 202) return 'pending';
  const said = statusIn(exchange.response.json?.value);
  if (said === undefined) return 'done';
  if (failedWords.test(said)) return 'failed';
  return pendingWords.test(said) ? 'pending' : 'done';
}

/** The text of the field that says how far a job is. */
export function statusIn(body: unknown): string | undefined {
  const inside = Object.values(fieldsOf(body)).filter(isJsonObject);
  const fields = [fieldsOf(body), ...inside].flatMap((one) => Object.entries(one));
  const found = fields.find(
    ([name, value]) =>
      /^(job|task)?(status|state|phase)$/.test(plainName(name)) && typeof value === 'string',
  );
  return found && String(found[1]);
}

const pendingWords =
  /^(pending|queued|enqueued|running|processing|in.?progress|accepted|submitted|started|starting|waiting|scheduled|preparing|building|working|created|new|open)$/i;
const failedWords =
  /^(fail|failed|failure|error|errored|cancelled|canceled|aborted|rejected|expired|timed.?out)$/i;
