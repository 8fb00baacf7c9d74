import { builtInScenarios, type Scenario, type ScenarioStep } from '../mock/scenarios.ts';
import { contract, type OperationId } from './contract.ts';
import { element } from './dom.ts';

/** Fills a list with all that a mock can be asked for in answer to this operation. */
export function offerPreferences(list: HTMLSelectElement, operation: OperationId): void {
  const documented = contract.answers[operation].map(({ code, name, summary }) =>
    element('option', { value: `code=${code}, example=${name}` }, `${code} ${name}: ${summary}`),
  );
  const played = Object.entries(builtInScenarios).map(([name, scenario]) =>
    element('option', { value: `scenario=${name}` }, `${name}: ${describe(scenario)}`),
  );
  list.append(
    element('option', { value: '' }, 'nothing: answer as the service does'),
    element('optgroup', { label: 'An answer of the contract' }, ...documented),
    element('optgroup', { label: 'Something on the way' }, ...played),
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
  reset: 'no answer',
  truncated: 'half an answer',
  html: 'a page of some proxy',
  empty: 'an answer without a body',
} as const;

function describeStep({ latency, later, code, fault }: ScenarioStep): string {
  const parts = [
    latency !== undefined && `an answer after ${latency / 1000} s`,
    later !== undefined && 'an access token that has ended',
    code !== undefined && String(code),
    fault !== undefined && faults[fault],
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'the true answer' : parts.join(' and ');
}
