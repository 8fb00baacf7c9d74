import { compareContent, compareWritten, isRequired, written } from './compare-content.ts';
import { compareEach, compareFields, placeIn } from './compare-fields.ts';
import { compareValues } from './compare-keywords.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  type Finding,
  finding,
  harmless,
  mustFollow,
  rate,
} from './finding.ts';
import { below, children, type Pair, type Place, pairUp } from './place.ts';

/** The responses of an operation, by their statuses. Clients must expect other failures, but no other successes. */
export function* compareResponses({ before, after }: Pair): Generator<Difference> {
  const responses = (place: Place) => children(below(place, 'responses'));
  for (const response of pairUp(responses(before), responses(after))) {
    const { name: status } = response;
    const isFailure = /^(?:[45]|default)/.test(status);
    if (response.after === undefined) {
      const rating = isFailure ? mustFollow('is no longer sent') : breaksBoth('clients handle it');
      yield finding(placeIn(before, response.before, 'responses', status), 'response removed', rating);
    } else if (response.before === undefined) {
      const rating = isFailure ? mustFollow('clients treat it as its class') : rate('response', 'looser');
      yield finding(placeIn(after, response.after, 'responses', status), 'response added', rating);
    } else yield* compareResponse(response);
  }
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
  const headers = (place: Place) => children(below(place, 'headers'));
  for (const header of pairUp(headers(pair.before), headers(pair.after), (name) => name.toLowerCase()))
    yield* header.after === undefined
      ? [
          finding(
            placeIn(pair.before, header.before, 'headers', header.name),
            'header removed',
            breaksClients('clients miss it'),
          ),
        ]
      : header.before === undefined
        ? [headerAdded(placeIn(pair.after, header.after, 'headers', header.name), isRequired(header.after))]
        : compareHeader(header);
}

function headerAdded(place: Place, always: boolean): Finding {
  return always
    ? finding(place, 'required header added', mustFollow('servers must send it'))
    : finding(place, 'optional header added', harmless('clients ignore unknown headers'));
}

function* compareHeader(pair: Pair): Generator<Difference> {
  yield* compareFields(pair, written);
  yield* compareWritten(pair, 'response');
}
