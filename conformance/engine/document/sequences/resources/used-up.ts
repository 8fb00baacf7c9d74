import type { CheckContext, CompletedExchange } from '../../../check.ts';
import type { Request } from '../../../http/request.ts';
import { blamesState } from '../../../judge/proof.ts';
import type { DocumentModel } from '../../document-model.ts';
import type { Operation } from '../../model/operation.ts';
import { sentFields } from '../../named-values.ts';
import { requestOn } from '../request-on.ts';
import type { Made } from './made-resource.ts';
import { hasNounOf, lastId } from './names.ts';

interface Means {
  readonly authorised: (operation: Operation, request: Request) => Promise<Request>;
  /** What is there, as far as is known. */
  readonly left: ReadonlyMap<string, Made>;
  /** Called for what is gone. */
  gone(path: string): void;
}

/**
 * A server may use up what a request refers to: the timer from which a record took its times. Later requests with it are rejected,
 * until they get another one.
 */
export function createUsedUp(
  base: CheckContext,
  model: DocumentModel,
  { authorised, left, gone }: Means,
) {
  const suspects = new Set<string>();

  return {
    /** Remembers what a rejection may be about. */
    suspect: (exchange: CompletedExchange): void => {
      const meaning = model.meaning(exchange);
      if (!['invalid', 'absent', 'conflict'].includes(meaning) || !blamesState(exchange)) return;
      const sent = sentFields(exchange.request.body);
      for (const [path, { resource, identity }] of left) {
        const id = lastId(resource.path, identity);
        const isSent = sent.some(
          ([name, value]) => String(value) === id && hasNounOf(resource.path, name),
        );
        if (isSent) suspects.add(path);
      }
    },
    /** Looks whether what is suspected is there. */
    look: async (): Promise<void> => {
      for (const path of suspects) {
        suspects.delete(path);
        const { resource, identity } = left.get(path) ?? {};
        if (resource?.read === undefined || identity === undefined) continue;
        const { read } = resource;
        const shown = await base.call(await authorised(read, requestOn(model, read, identity)));
        if (model.meaning(shown) === 'absent') gone(path);
      }
    },
  };
}
