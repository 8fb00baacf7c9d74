import { builtInScenarios, type Scenario, type ScenarioStep } from '../../mock/scenarios.ts';
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
  return scenario.map(describeStep).join(', then ');
}

const faults = {
  reset: 'no response',
  truncated: 'half a response',
  html: 'the page of a proxy',
  empty: 'a response without a body',
} as const;

function describeStep({ latency, later, code, fault }: ScenarioStep): string {
  const parts = [
    latency !== undefined && `a response after ${latency / 1000} s`,
    later !== undefined && 'an expired access token',
    code !== undefined && String(code),
    fault !== undefined && faults[fault],
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'the normal response' : parts.join(' and ');
}
