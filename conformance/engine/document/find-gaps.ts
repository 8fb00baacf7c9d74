import type { Gap } from '../gap.ts';
import { groupBy } from '../group-by.ts';
import type { DocumentModel } from './document-model.ts';
import type { Operation } from './model/operation.ts';

/** What cannot be judged of the operations, because their schemas cannot be used as they are. */
export function findGaps(model: DocumentModel): Gap[] {
  const found = model.operations.flatMap((operation) =>
    gapsOf(operation, model).map((gap) => ({ gap, operation: operation.id })),
  );
  const byGap = groupBy(found, ({ gap }) => JSON.stringify(gap));
  return [...byGap.values()].flatMap((same) => {
    const operations = [...new Set(same.map(({ operation }) => operation))];
    return same.slice(0, 1).map(({ gap }) => ({ ...gap, operations }));
  });
}

function gapsOf({ parameters, body, responses }: Operation, model: DocumentModel) {
  const sent = [...parameters, ...(body?.media ?? [])].flatMap(({ schema }) => schema ?? []);
  const received = responses.flatMap(({ media, headers }) => [
    ...media.flatMap(({ schema }) => schema ?? []),
    ...headers.map(([, { pointer }]) => `${pointer}/schema`),
  ]);
  return [
    ...sent.flatMap((schema) => model.requests.gapsAt(schema)),
    ...received.flatMap((schema) => model.responses.gapsAt(schema)),
  ];
}
