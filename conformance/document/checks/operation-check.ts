import { type Check, type Cost, free } from '../../check.ts';
import { skipCheck } from '../../outcome.ts';
import {
  type Baseline,
  type DocumentContext,
  type DocumentModel,
  lacksCredentials,
} from '../document-context.ts';
import type { Operation } from '../model/operation.ts';

export type DocumentCheck = Check<DocumentContext>;

type OperationCheckOptions = Pick<DocumentCheck, 'rule' | 'source' | 'run'> &
  Partial<DocumentCheck> & {
    /** How many requests may be taken by the server, each at the operation's price. */
    readonly acceptedRequests?: number;
    /** After all other checks of the document: the server may not live through it. */
    readonly last?: boolean;
  };

/** A check of one operation: `document/<name>/<operation>`. */
export function operationCheck(
  model: DocumentModel,
  operation: Operation,
  name: string,
  definition: OperationCheckOptions,
): DocumentCheck {
  const { acceptedRequests = 0, last = false, ...rest } = definition;
  const { options } = model;
  const each = options.cost?.(operation) ?? free;
  const cost: Cost = { logins: each.logins * acceptedRequests, failures: each.failures * acceptedRequests };
  return {
    id: `document/${name}/${operation.id.replace(/[^\w.-]+/g, '-')}`,
    strength: 'shown',
    operation: operation.id,
    needs: [],
    cost,
    parallel: options.parallel?.(operation) ?? (options.credential === undefined && each.logins === 0),
    stage: (options.stage ?? 0) + (last ? 1 : 0),
    ...rest,
    run: (context) => {
      context.forget(operation);
      return rest.run(context);
    },
  };
}

/** The baseline of an operation for which there are credentials, or else the check is skipped. */
export async function requireBaseline(context: DocumentContext, operation: Operation): Promise<Baseline> {
  if (await lacksCredentials(context, operation)) {
    skipCheck(
      `there are no credentials for ${operation.security.map((names) => names.join(' + ')).join(' or ')}`,
    );
  }
  return context.baseline(operation);
}

/** A refusal proves something only if another request was taken, or was refused otherwise. */
export function isProven(
  baseline: Baseline,
  statuses: readonly number[],
  status: (b: Baseline) => number,
): boolean {
  return baseline.accepted || statuses.some((one) => one !== status(baseline));
}

export const unproven = 'no request of this operation was taken, so that a refusal proves nothing';

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
