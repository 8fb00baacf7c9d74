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
    /** How many requests the server may accept, each at the operation's cost. @default 0 */
    readonly acceptedRequests?: number;
    /** Runs after all other checks of the document, since the server may not survive it. @default false */
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

/** The baseline of an operation. Skips the check when the profile has no credentials for it. */
export async function requireBaseline(context: DocumentContext, operation: Operation): Promise<Baseline> {
  if (await lacksCredentials(context, operation)) {
    skipCheck(
      `the profile has no credentials for ${operation.security.map((names) => names.join(' + ')).join(' or ')}`,
    );
  }
  return context.baseline(operation);
}

/** A rejection proves something only if the server accepted another request, or rejected it in another way. */
export function isProven(
  baseline: Baseline,
  statuses: readonly number[],
  status: (b: Baseline) => number,
): boolean {
  return baseline.accepted || statuses.some((one) => one !== status(baseline));
}

export const unproven = 'the server accepted no request of this operation, so a rejection proves nothing';

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
