import { builtInScenarios, type MockStep, type Scenario } from '../../mock/scenarios/scenario.ts';
import { contract, type OperationId } from '../embedded-contract.ts';
import { element } from '../page/dom.ts';

/** Fills a list with everything that a mock can return for this operation. */
export function offerPreferences(list: HTMLSelectElement, operation: OperationId): void {
  const documented = contract.responses[operation].map(({ code, name, summary }) =>
    element('option', { value: `code=${code}, example=${name}` }, `${code} ${name}: ${summary}`),
  );
  const played = Object.entries(builtInScenarios).map(([name, scenario]) =>
    element('option', { value: `scenario=${name}` }, `${name}: ${describe(scenario)}`),
  );
  list.append(
    element('option', { value: '' }, 'the normal response'),
    element('optgroup', { label: 'A response of the contract' }, ...documented),
    element('optgroup', { label: 'A problem on the network' }, ...played),
  );
}

/** The header `Prefer` to send; `undefined` for none. */
export function preferenceOf(list: HTMLSelectElement): string | undefined {
  return list.value === '' ? undefined : list.value;
}

function describe(scenario: Scenario): string {
  const steps = (scenario['*'] ?? []).map(describeStep);
  return [...steps, ...(scenario.repeat ? [] : ['the normal response'])].join(', then ');
}

const faults = { reset: 'no response', truncated: 'half a response' } as const;

function describeStep({ latency, status, example, body, fault }: MockStep): string {
  const parts = [
    latency !== undefined && `a response after ${latency / 1000} s`,
    status !== undefined && String(status),
    example,
    body === '' && 'a response without a body',
    body !== undefined && body !== '' && 'the page of a proxy',
    fault !== undefined && faults[fault],
  ].filter((part) => typeof part === 'string');
  return parts.join(' and ');
}
