import type { CompletedExchange } from '../../../check.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { JsonObject } from '../../model/pointer.ts';
import { namedValues, sentFields } from '../../named-values.ts';
import type { Resource } from './find-resources.ts';
import type { createSnapshots } from './snapshots.ts';

/** What a list shows that a request has created, whatever its response was. */
export interface Stored {
  readonly resource: Resource;
  /** The path at which it was to be created. */
  readonly path: string;
  readonly exchange: Exchange;
  readonly item: JsonObject;
  readonly list: CompletedExchange;
  /** Whether it has a text that this request has sent, and no accepted one. */
  readonly isSure: boolean;
}

interface Place {
  readonly resource: Resource;
  /** The last request, accepted or not. */
  last?: Exchange;
  /** By the texts that they have sent, which this run has invented. */
  readonly rejected: Map<string, Exchange>;
  readonly accepted: Set<string>;
}

interface Means {
  readonly snapshots: ReturnType<typeof createSnapshots>;
  isNamed(text: string): boolean;
}

const mostTexts = 1000;
const mostBytes = 50_000;

/**
 * A server may create something, and reject the request nevertheless; an action may create it, and not say so. A list shows that,
 * by a text which this run has invented.
 */
export function createRejected({ snapshots, isNamed }: Means) {
  const places = new Map<string, Place>();
  const textsIn = (values: readonly (readonly [string, unknown])[]): string[] =>
    values.flatMap(([, value]) => (typeof value === 'string' && isNamed(value) ? [value] : []));

  return {
    /** Called after each request that was to create something at a path. */
    note: (resource: Resource, path: string, exchange: Exchange, isAccepted: boolean): void => {
      const place: Place = places.get(path) ?? {
        resource,
        rejected: new Map(),
        accepted: new Set(),
      };
      places.set(path, place);
      const { body } = exchange.request;
      // It is kept until the end of the run.
      if (body.length > mostBytes) return;
      place.last = exchange;
      const texts = textsIn(sentFields(body));
      for (const text of texts) {
        if (isAccepted) place.accepted.add(text);
        else if (place.rejected.size < mostTexts) place.rejected.set(text, exchange);
      }
    },
    /** What the lists show of the requests that are chosen, in the last `most` lists that can be read. Undefined: in none. */
    find: async (
      isChosen: (exchange: Exchange) => boolean,
      isInOwn: (path: string) => boolean,
      most = Number.POSITIVE_INFINITY,
    ): Promise<readonly Stored[] | undefined> => {
      const found: Stored[] = [];
      let lists = 0;
      const chosen = [...places].filter(([, { last, rejected }]) =>
        [last, ...rejected.values()].some((one) => one !== undefined && isChosen(one)),
      );
      for (const [path, { resource, last, rejected, accepted }] of chosen.toReversed()) {
        if (last === undefined || lists === most) continue;
        const { items, exchange: list } = await snapshots.newAt(resource, path, isInOwn);
        if (list === undefined) continue;
        lists += 1;
        for (const item of items) {
          const texts = textsIn(namedValues(item));
          const own = texts.find((text) => rejected.has(text) && !accepted.has(text));
          const exchange = rejected.get(own ?? '') ?? last;
          if (texts.length > 0 && isChosen(exchange))
            found.push({ resource, path, exchange, item, list, isSure: own !== undefined });
        }
      }
      return lists > 0 ? found : undefined;
    },
  };
}
