import { type Check, type Cost, free, type Verdict } from '../../check.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
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
  details?: Pick<Failure, 'key' | 'note' | 'basis'> & Pick<Finding, 'decision' | 'variant'>,
) => Failure;

interface OperationCheckOptions
  extends Pick<DocumentCheck, 'rule' | 'source'>,
    Partial<Pick<DocumentCheck, 'basis' | 'needs' | 'exclusive'>> {
  /** How many requests the server may accept, each at the operation's cost. @default 0 */
  readonly acceptedRequests?: number;
  /** Runs after all other checks of the document, since the server may not survive it. @default false */
  readonly last?: boolean;
  run(context: DocumentContext, failure: MakeFailure): Promise<Verdict>;
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
    run: (context) => {
      context.forget(operation);
      return run(context, failure);
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
  /** Builds the request when it is due, since earlier requests may have used up values or credentials. */
  readonly build: () => Promise<Request>;
  readonly expected: string;
  readonly key: string;
  /** The server may accept it: this is only observed. */
  readonly isTolerated?: boolean | undefined;
}

export async function mustReject(
  context: DocumentContext,
  failure: MakeFailure,
  requests: readonly ForbiddenRequest[],
  baseline?: Baseline,
): Promise<Failure[]> {
  const { model } = context;
  const statuses = new Set<number>();
  const found = await mapInParallel(
    context,
    requests,
    async ({ build, expected, isTolerated, ...details }) => {
      const exchange = await context.call(await build());
      const status = model.status(exchange);
      statuses.add(status);
      if (!model.isSuccess(exchange)) return [];
      const basis = isTolerated ? { basis: 'observed' as const } : {};
      return failure(expected, `${status}`, [exchange], { ...details, ...basis });
    },
  );
  const failures = found.flat();
  // A rejection proves something only if the server accepted another request, or rejected it in another way.
  if (baseline !== undefined && !baseline.accepted && failures.length === 0) {
    statuses.delete(model.status(baseline.exchange));
    if (statuses.size === 0) skipCheck(unproven(context, baseline));
  }
  return failures;
}

export const unproven = ({ model }: DocumentContext, { exchange }: Baseline) =>
  `the server accepted no request of this operation (${model.status(exchange)}), so a rejection proves nothing: name values that it accepts under \`values\` in the profile`;
