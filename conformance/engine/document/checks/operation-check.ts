import { type Check, type Cost, free, type Verdict } from '../../check.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { isRefused, type Meaning } from '../../judge/meaning.ts';
import { type Change, describeRejection, isProven } from '../../judge/proof.ts';
import { mapInParallel } from '../../map-in-parallel.ts';
import { type Failure, mismatch, skipCheck } from '../../outcome.ts';
import { type Baseline, type DocumentContext, lacksCredentials } from '../document-context.ts';
import type { DocumentModel, Finding } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';

export type DocumentCheck = Check<DocumentContext>;

export type MakeFailure = (
  expected: string,
  got: string,
  exchanges: readonly Exchange[],
  details?: Pick<Failure, 'key' | 'note' | 'basis' | 'about'> &
    Pick<Finding, 'decision' | 'variant'>,
) => Failure;

interface OperationCheckOptions
  extends Pick<DocumentCheck, 'rule' | 'source'>,
    Partial<Pick<DocumentCheck, 'basis' | 'needs' | 'exclusive' | 'isVaried'>> {
  /** How many requests the server may accept, each at the operation's cost. @default 0 */
  readonly acceptedRequests?: number;
  /** Runs after all other checks of the document, since the server may not survive it. @default false */
  readonly last?: boolean;
  run(context: DocumentContext, failure: MakeFailure, round: number): Promise<Verdict>;
}

export function operationCheck(
  model: DocumentModel,
  operation: Operation,
  name: string,
  { acceptedRequests = 0, last = false, run, ...rest }: OperationCheckOptions,
): DocumentCheck {
  const { options } = model;
  const each = options.cost?.(operation) ?? free;
  const cost: Cost = {
    logins: each.logins * acceptedRequests,
    failures: each.failures * acceptedRequests,
  };
  const failure: MakeFailure = (expected, got, exchanges, { decision, variant, ...details } = {}) =>
    model.failure(
      { rule: name, operation: operation.id, decision, variant },
      mismatch(expected, got, exchanges, details),
    );
  return {
    id: `document/${name}/${operation.id.replace(/[^\w.-]+/g, '-')}`,
    basis: 'shown',
    operation: operation.id,
    needs: [],
    cost,
    exclusive: options.credential !== undefined || each.logins > 0,
    stage: (options.stage ?? 0) + (last ? 1 : 0),
    ...rest,
    run: (context, round = 0) => {
      context.forget(operation);
      return run(context, failure, round);
    },
  };
}

/** The baseline of an operation. Skips the check when the profile has no credentials for it. */
export async function requireBaseline(
  context: DocumentContext,
  operation: Operation,
): Promise<Baseline> {
  if (await lacksCredentials(context, operation)) {
    skipCheck(
      `the profile has no credentials for ${operation.security.map((names) => names.join(' + ')).join(' or ')}`,
    );
  }
  return context.baseline(operation);
}

/** Sends it on a new connection, which some servers close before they respond: then `status` is undefined. */
export async function sendAlone(
  { model, target }: DocumentContext,
  request: Request,
  lossAllowed?: boolean,
) {
  const settings = { ...request.settings, fresh: true, ...(lossAllowed && { lossAllowed }) };
  const exchange = await target.send({ ...request, settings });
  const { response, error } = exchange;
  const status = response && model.status({ ...exchange, response });
  return { exchange, status, got: `${status ?? error?.message ?? 'no response'}` };
}

export interface ForbiddenRequest extends Pick<Finding, 'decision' | 'variant'> {
  /**
   * Builds the request when it is due, since earlier requests may have used up values or credentials. Repeated: when its
   * rejection may have another reason than the change.
   */
  readonly build: (isRepeated: boolean) => Promise<Request>;
  /** Where it differs from a request that the server accepts. */
  readonly change: Change;
  readonly expected: string;
  readonly key: string;
  /** What a server lacks that accepts it, where several such requests show the same. */
  readonly about?: string;
  /** The server may accept it: this is only observed. */
  readonly isTolerated?: boolean | undefined;
}

/** Sends the requests, and returns a failure for each that the server accepts. Skips the check when the rejections prove nothing. */
export async function mustReject(
  context: DocumentContext,
  failure: MakeFailure,
  requests: readonly ForbiddenRequest[],
  accepted?: { readonly operation: Operation; readonly baseline: Baseline },
): Promise<Failure[]> {
  const { model } = context;
  const isRejected = accepted !== undefined && !accepted.baseline.accepted;
  if (isRejected && isRefused(accepted.baseline.exchange))
    skipCheck(withoutBaseline(context, accepted.baseline));
  const unproven: Unproven[] = [];
  const found = await mapInParallel(context, requests, async (request) => {
    const { exchange, isProof } = await sendForbidden(context, request);
    const { expected, isTolerated, build: _, change: _change, ...details } = request;
    if (model.isSuccess(exchange)) {
      const basis = isTolerated ? { basis: 'observed' as const } : {};
      const got = `${model.status(exchange)}`;
      return failure(expected, got, [exchange], { ...details, ...basis });
    }
    if (!isProof && !isTolerated)
      unproven.push({
        meaning: model.meaning(exchange),
        text: `${details.key}: ${describeRejection(model.status(exchange), exchange)}`,
      });
    return [];
  });
  const failures = found.flat();
  if (failures.length === 0 && isRejected) skipCheck(withoutBaseline(context, accepted.baseline));
  const repetition = accepted && (await context.repetition(accepted.operation));
  if (failures.length === 0 && repetition?.kind === 'once')
    skipCheck(
      `not proven, because the server accepts this operation only once: ${describeRejection(model.status(repetition.exchange), repetition.exchange)}`,
    );
  if (unproven.length === 0) return failures;
  const text = `not proven, because the server may have another reason: ${listed(unproven)}`;
  const isOpen =
    unproven.length === requests.length || unproven.some(({ meaning }) => open.has(meaning));
  if (failures.length === 0 && isOpen) skipCheck(text);
  context.observe(text);
  return failures;
}

interface Unproven {
  readonly meaning: Meaning;
  readonly text: string;
}

/** Rejections after which the server would perhaps have accepted the request. */
const open: ReadonlySet<Meaning> = new Set(['conflict', 'limited', 'busy']);

const mostListed = 3;

function listed(unproven: readonly Unproven[]): string {
  const texts = unproven.map(({ text }) => text).toSorted();
  const more = texts.length > mostListed ? `, and ${texts.length - mostListed} more` : '';
  return texts.slice(0, mostListed).join(', ') + more;
}

/** Sends it again, with other values, if the rejection may have another reason than the change. */
async function sendForbidden(context: DocumentContext, { build, change }: ForbiddenRequest) {
  const { model } = context;
  const send = async (isRepeated: boolean) => {
    const exchange = await context.call(await build(isRepeated));
    return { exchange, isProof: isProven(model.meaning(exchange), exchange, change) };
  };
  const first = await send(false);
  return first.isProof || model.isSuccess(first.exchange) ? first : send(true);
}

/** Why a rejection proves nothing where the server rejects every request. */
export const withoutBaseline = (context: DocumentContext, { exchange }: Baseline) =>
  `the server accepted no request of this operation (${describeRejection(context.model.status(exchange), exchange)}), so a rejection proves nothing: name values that it accepts under \`values\` in the profile`;
