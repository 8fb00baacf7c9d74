import type { ApiFailure, Result, ResultMethods } from '../../client/index.ts';
import { builtInScenarios, type MockStep, type Scenario } from '../../mock/scenarios/scenario.ts';
import type { Call } from '../call.ts';
import { contract, type OperationId } from '../embedded-contract.ts';
import { byId, element } from '../page/dom.ts';
import type { Session } from '../session.ts';
import type { Target } from '../target/target.ts';
import { adviceOn, createOutcome, type Outcome } from './outcome.ts';

export interface Parts {
  readonly session: Session;
  readonly call: Call;
  /** Where requests go now. `undefined` when the reader must choose or correct it first: the page says so. */
  readonly target: () => Promise<Target | undefined>;
  readonly say: (words: string) => void;
}

export interface Step<Data> {
  /** The id of the form. The ids of its parts start with it. */
  readonly form: string;
  readonly operation: OperationId;
  /** Reads the fields. `undefined` when they cannot be sent: the outcome says why. */
  readonly prepare: (
    outcome: Outcome,
  ) => ((client: ResultMethods, signal: AbortSignal) => Promise<Result<Data>>) | undefined;
  readonly succeeded: (data: Data, outcome: Outcome) => void;
  readonly failed?: (failure: ApiFailure) => void;
}

// An earlier message would only flicker.
const waitingMessageMs = 400;

/** Makes a form call its operation. One call at a time. */
export function connectStep<Data>({ session, call, target: find }: Parts, step: Step<Data>): void {
  const { operation, prepare, succeeded, failed = () => {} } = step;
  const form = byId(step.form, HTMLFormElement);
  const outcome = createOutcome(form);
  const list = byId(`${step.form}-prefer`, HTMLSelectElement);
  offerPreferences(list, operation);

  async function send(): Promise<void> {
    const signal = session.signal();
    const request = prepare(outcome);
    const target = request && (await find());
    // What was forgotten before it was sent must not be sent.
    if (request === undefined || target === undefined || signal.aborted) return;
    outcome.clear();
    const waiting = setTimeout(() => outcome.say('Waiting for the response…'), waitingMessageMs);
    const result = await call(target, list.value || undefined, request).finally(() =>
      clearTimeout(waiting),
    );
    if (result === undefined) return;
    outcome.clear();
    if (result.ok) return succeeded(result.data, outcome);
    const advice = await adviceOn(result.failure, target);
    if (signal.aborted) return;
    outcome.fail(result.failure, advice);
    failed(result.failure);
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    try {
      await send();
    } finally {
      form.ariaBusy = 'false';
    }
  });
  session.onForget(() => {
    form.reset();
    outcome.clear();
  });
}

function offerPreferences(list: HTMLSelectElement, operation: OperationId): void {
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
