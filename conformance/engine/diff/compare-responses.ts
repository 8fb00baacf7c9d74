import { compareContent, compareWritten, isRequired, written } from './compare-content.ts';
import { compareEach, compareFields } from './compare-fields.ts';
import { compareValues } from './compare-keywords.ts';
import { breaksBoth, breaksClients, type Difference, harmless, mustFollow, rate } from './finding.ts';
import { below, children, type Pair } from './place.ts';

const isFailure = (status: string) => /^(?:[45]|default)/.test(status);

/** The responses of an operation, by their statuses. Clients must expect other failures, but no other successes. */
export function compareResponses(pair: Pair): Generator<Difference> {
  return compareEach(pair, (place) => children(below(place, 'responses')), {
    field: 'responses',
    removed: (status) => [
      'response removed',
      isFailure(status) ? mustFollow('is no longer sent') : breaksBoth('clients handle it'),
    ],
    added: (status) => [
      'response added',
      isFailure(status) ? mustFollow('clients treat it as its class') : rate('response', 'looser'),
    ],
    both: compareResponse,
  });
}

function* compareResponse(pair: Pair): Generator<Difference> {
  yield* compareFields(pair, ['headers', 'content', 'links', 'x-extensible-enum']);
  // The reasons of a failure.
  yield* compareValues({ ...pair, direction: 'response' });
  yield* compareContent(pair, 'response');
  yield* compareEach(pair, (place) => children(below(place, 'links')), {
    removed: () => ['link removed', breaksClients('clients that follow it fail')],
    added: () => ['link added', harmless('clients may follow it')],
    both: (links) => compareFields(links, []),
  });
  yield* compareEach(pair, (place) => children(below(place, 'headers')), {
    field: 'headers',
    removed: () => ['header removed', breaksClients('clients miss it')],
    added: (_name, header) =>
      isRequired(header)
        ? ['required header added', mustFollow('servers must send it')]
        : ['optional header added', harmless('clients ignore unknown headers')],
    *both(header) {
      yield* compareFields(header, written);
      yield* compareWritten(header, 'response');
    },
    keyOf: (name) => name.toLowerCase(),
  });
}
