import type { CompletedExchange } from '../check.ts';
import { findLists } from '../document/checks/lists/find-lists.ts';
import type { DocumentModel } from '../document/document-model.ts';
import type { Operation } from '../document/model/operation.ts';
import { escapePattern } from '../escape-pattern.ts';
import { compareLists } from './compare-lists.ts';
import { compareResponses } from './compare-responses.ts';
import { type Correspondence, createdBy } from './correspondence.ts';
import type { Compared } from './differences.ts';
import type { OwnIds } from './own-ids.ts';
import { ownItems } from './own-items.ts';
import { NoTwin, translateValue } from './translate-request.ts';

interface TwinOptions {
  readonly model: DocumentModel;
  readonly correspondence: Correspondence;
  /** What another run of the comparison creates on the first server. */
  readonly others: OwnIds | undefined;
  readonly baseUrls: readonly [first: string, other: string];
  /** Milliseconds since 1970. */
  now(): number;
}

export interface TwinExchanges {
  readonly operation: Operation;
  readonly before: CompletedExchange;
  readonly after: CompletedExchange;
  /** Whether both should show the same values, because the run made what they show, or the servers have the same records. */
  readonly isAboutSame: boolean;
}

/** Compares the responses of two servers, of which each shows what it was given. */
export function createTwinComparison({
  model,
  correspondence,
  others,
  baseUrls,
  now,
}: TwinOptions) {
  const lists = findLists(model);
  // What one server made up is no difference only where another run makes up something else too.
  const known: Correspondence = { ...correspondence, words: new Map() };
  const toOther = addressTranslation(baseUrls);

  const translate = (operation: Operation, name: string, value: unknown): unknown => {
    const twin = translateOrKeep(operation, name, value, known);
    return typeof twin === 'string' ? toOther(twin) : twin;
  };

  return ({ operation, before, after, isAboutSame }: TwinExchanges): Compared => {
    const list = lists.find((one) => one.operation === operation);
    const own = ownItems({ ids: correspondence.ids, others }, list?.resource);
    const isSuccess = model.isSuccess(before);
    const responses = compareResponses({
      ...{ operation, before, after, baseUrls, isSuccess },
      creates: isSuccess ? createdBy(model, operation) : undefined,
      rules: {
        values: !isSuccess ? 'codes' : isAboutSame ? 'all' : 'none',
        now: now(),
        translate: (name, value) => translate(operation, name, value),
        ...own,
        twinOf: (item, later) => (own.isOther(item) ? undefined : own.twinOf(item, later)),
      },
    });
    const isSameStatus = before.response.status === after.response.status;
    if (list === undefined || !isSuccess || !isSameStatus) return responses;
    return {
      differences: [...responses.differences, ...compareLists({ list, own, before, after })],
      valuesAt: [...responses.valuesAt, ['*']],
    };
  };
}

/** A server may show its own address: the base URL, or the host of it. */
function addressTranslation([baseUrl, otherBaseUrl]: TwinOptions['baseUrls']) {
  const host = new URL(baseUrl).host;
  const otherHost = new URL(otherBaseUrl).host;
  // Port 3000 is no part of port 30001.
  const address = new RegExp(`(?:${escapePattern(baseUrl)}|${escapePattern(host)})(?!\\d)`, 'g');
  return (text: string): string =>
    text.replace(address, (found) => (found === baseUrl ? otherBaseUrl : otherHost));
}

function translateOrKeep(
  operation: Operation,
  name: string,
  value: unknown,
  given: Correspondence,
): unknown {
  try {
    return translateValue(operation, name, value, given);
  } catch (error) {
    if (error instanceof NoTwin) return value;
    throw error;
  }
}
