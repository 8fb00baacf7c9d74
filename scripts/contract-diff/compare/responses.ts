import { breaksBoth, breaksClients, type Finding, finding, harmless, mustFollow, rate } from '../finding.ts';
import { below, type ContractNode, children, fieldsOf, isSame, type Pair, pairUp, stepOf } from '../tree.ts';
import { compareCommon } from './common.ts';
import { compareContent, compareValueOf } from './schemas.ts';

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
  yield* compareCommon(pair, ['headers', 'content', 'links']);
  yield* compareContent(pair, 'response');
  yield* compareLinks(pair);
  const headers = (place: ContractNode) => children(below(place, 'headers'));
  for (const header of pairUp(headers(pair.before), headers(pair.after), (name) => name.toLowerCase()))
    yield* header.after === undefined
      ? [finding(at(pair.before, 'headers', header.name), 'header removed', breaksClients('clients miss it'))]
      : header.before === undefined
        ? [headerAdded(at(pair.after, 'headers', header.name), isAlways(header.after))]
        : compareHeader(header);
}

function headerAdded(place: ContractNode, always: boolean): Finding {
  return always
    ? finding(place, 'required header added', mustFollow('servers must send it'))
    : finding(place, 'optional header added', harmless('clients ignore unknown headers'));
}

function* compareHeader({ before, after }: Pair): Generator<Finding> {
  yield* compareCommon({ before, after }, ['required', 'schema', 'content']);
  if (isAlways(before) !== isAlways(after)) {
    const change = isAlways(after) ? 'became required' : 'became optional';
    yield finding(after, change, rate('response', isAlways(after) ? 'tighter' : 'looser'), 'required');
  }
  yield* compareValueOf({ before, after }, 'response');
}

const targets = ['operationId', 'operationRef', 'parameters', 'requestBody', 'server'];

function* compareLinks({ before, after }: Pair): Generator<Finding> {
  const links = (place: ContractNode) => children(below(place, 'links'));
  for (const link of pairUp(links(before), links(after))) {
    if (link.before === undefined) yield finding(link.after, 'link added', harmless('clients may follow it'));
    else if (link.after === undefined)
      yield finding(link.before, 'link removed', breaksClients('clients that follow it fail'));
    else {
      yield* compareCommon(link, targets);
      if (!targets.every((name) => isSame(link, name)))
        yield finding(link.after, 'link changed', breaksClients('clients that follow it fail'));
    }
  }
}

/** Where the parent names something, because what it refers to may be shared. */
function at(place: ContractNode, ...steps: readonly string[]): ContractNode {
  return { ...place, pointer: [place.pointer, ...steps.map(stepOf)].join('/') };
}

const isAlways = ({ value }: ContractNode): boolean => fieldsOf(value).required === true;
