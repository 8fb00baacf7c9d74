import type { ApiFailure, Result, ResultMethods } from '../client/index.ts';
import { adviceOn } from './advice.ts';
import type { Call } from './call.ts';
import type { OperationId } from './contract.ts';
import { byId } from './dom.ts';
import { createOutcome, type Outcome } from './outcome.ts';
import { offerPreferences, preferenceOf } from './prefer.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';

/** What every step works with. */
export interface Parts {
  readonly session: Session;
  readonly call: Call;
  /** Where requests go now; `undefined` when the reader has to choose or mend it first, and was told so. */
  readonly target: () => Promise<Target | undefined>;
  /** For the page's own live region. */
  readonly say: (words: string) => void;
}

export interface Step<Data> {
  /** The id of the form; those of its parts begin with it. */
  readonly form: string;
  readonly operation: OperationId;
  /** Reads the fields; `undefined` when they cannot be sent, and the outcome says why. */
  readonly ask: (
    outcome: Outcome,
  ) => ((client: ResultMethods, signal: AbortSignal) => Promise<Result<Data>>) | undefined;
  readonly succeeded: (data: Data, outcome: Outcome) => void;
  readonly failed?: (failure: ApiFailure) => void;
}

// Sooner, it would only flicker.
const patienceMs = 400;

/** Makes a form call its operation. One call at a time. */
export function connectStep<Data>({ session, call, target: find }: Parts, step: Step<Data>): void {
  const { operation, ask, succeeded, failed = () => {} } = step;
  const form = byId(step.form, HTMLFormElement);
  const outcome = createOutcome(form);
  const list = byId(`${step.form}-prefer`, HTMLSelectElement);
  offerPreferences(list, operation);

  async function send(): Promise<void> {
    const asked = ask(outcome);
    const target = asked && (await find());
    if (asked === undefined || target === undefined) return;
    outcome.clear();
    const waiting = setTimeout(() => outcome.say('Waiting for the answer…'), patienceMs);
    const result = await call(target, preferenceOf(list), asked).finally(() => clearTimeout(waiting));
    if (result === undefined) return;
    outcome.clear();
    if (result.ok) return succeeded(result.data, outcome);
    const signal = session.signal();
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
