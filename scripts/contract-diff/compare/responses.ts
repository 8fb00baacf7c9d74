import { breaksBoth, breaksClients, type Finding, finding, harmless, mustFollow, rate } from '../finding.ts';
import { below, type ContractNode, children, type Pair, pairUp, stepOf } from '../tree.ts';
import { compareCommon, compareEach } from './common.ts';
import { compareKeywords } from './schema-keywords.ts';
import { compareContent, compareRequired, compareSchemaOf, isRequired } from './schemas.ts';

/** The responses of an operation, by their statuses. Clients must expect other failures, but no other successes. */
export function* compareResponses({ before, after }: Pair): Generator<Finding> {
  const responses = (place: ContractNode) => children(below(place, 'responses'));
  for (const response of pairUp(responses(before), responses(after))) {
    const { name: status } = response;
    const isFailure = /^(?:[45]|default)/.test(status);
    if (response.after === undefined)
      yield finding(at(before, 'responses', status), 'response removed', breaksBoth('clients handle it'));
    else if (response.before === undefined) {
      const rating = isFailure ? mustFollow('clients treat it as its class') : rate('response', 'looser');
      yield finding(at(after, 'responses', status), 'response added', rating);
    } else yield* compareResponse(response);
  }
}

function* compareResponse(pair: Pair): Generator<Finding> {
  yield* compareCommon(pair, ['headers', 'content', 'links', 'x-extensible-enum']);
  // The reasons of a failure.
  yield* compareKeywords(pair, 'response');
  yield* compareContent(pair, 'response');
  yield* compareEach(pair, (place) => children(below(place, 'links')), {
    removed: () => ['link removed', breaksClients('clients that follow it fail')],
    added: () => ['link added', harmless('clients may follow it')],
    both: (links) => compareCommon(links, []),
  });
  const headers = (place: ContractNode) => children(below(place, 'headers'));
  for (const header of pairUp(headers(pair.before), headers(pair.after), (name) => name.toLowerCase()))
    yield* header.after === undefined
      ? [finding(at(pair.before, 'headers', header.name), 'header removed', breaksClients('clients miss it'))]
      : header.before === undefined
        ? [headerAdded(at(pair.after, 'headers', header.name), isRequired(header.after))]
        : compareHeader(header);
}

function headerAdded(place: ContractNode, always: boolean): Finding {
  return always
    ? finding(place, 'required header added', mustFollow('servers must send it'))
    : finding(place, 'optional header added', harmless('clients ignore unknown headers'));
}

function* compareHeader(pair: Pair): Generator<Finding> {
  yield* compareCommon(pair, ['required', 'schema']);
  yield* compareRequired(pair, 'response');
  yield* compareSchemaOf(pair, 'response');
}

/** Where the parent names something, because what it refers to may be shared. */
function at(place: ContractNode, ...steps: readonly string[]): ContractNode {
  return { ...place, pointer: [place.pointer, ...steps.map(stepOf)].join('/') };
}
