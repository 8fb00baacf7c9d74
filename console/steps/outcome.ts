import type { ApiFailure, ValidationError } from '../../client/index.ts';
import { element, withCode } from '../page/dom.ts';
import { sentence } from './advice.ts';

/** Shows the result of a step's last call: in live regions for screen readers, and next to the fields. */
export interface Outcome {
  clear(): void;
  /** Reports progress or success. */
  say(words: string): void;
  fail(failure: ApiFailure, advice: string): void;
  /** Reports an invalid field before anything is sent. */
  refuse(name: string, words: string): void;
  /** Shows the returned values. No live region: they may be long, and have buttons. */
  show(...children: readonly Node[]): void;
}

/** The page has the regions and the error texts, named after the form and its fields. */
export function createOutcome(form: HTMLFormElement): Outcome {
  const region = (name: string) => {
    const found = form.querySelector(`[data-region="${name}"]`);
    if (found instanceof HTMLElement) return found;
    throw new Error(`a form has no region ${name}`);
  };
  const [status, alert, result] = [region('status'), region('alert'), region('result')];

  const fieldOf = (name: string) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : undefined;
  };

  function mark(name: string, words: string): HTMLInputElement | undefined {
    const field = fieldOf(name);
    const place = document.getElementById(`${field?.id}-error`);
    if (field === undefined || place === null) return undefined;
    field.setAttribute('aria-invalid', 'true');
    place.textContent = place.textContent === '' ? words : `${place.textContent} ${words}`;
    return field;
  }

  function clear(): void {
    for (const place of [status, alert, result]) place.replaceChildren();
    for (const place of form.querySelectorAll('.field-error')) place.replaceChildren();
    for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  }

  return {
    clear,
    say: (words) => {
      status.textContent = words;
    },
    show: (...children) => result.replaceChildren(...children),
    refuse: (name, words) => {
      clear();
      mark(name, words)?.focus();
      alert.replaceChildren(element('p', {}, words));
    },
    fail: (failure, advice) => {
      clear();
      const { reason, traceId, errors } = failure;
      const elsewhere: ValidationError[] = [];
      let first: HTMLInputElement | undefined;
      for (const error of errors) {
        const marked = mark(error.location.replace(/^\/(body|path)\//, ''), sentence(error.message));
        if (marked === undefined) elsewhere.push(error);
        else first ??= marked;
      }
      // Not an error: the login continues.
      alert.classList.toggle('info', reason === 'otp_required');
      alert.replaceChildren(
        element('p', {}, element('strong', {}, titleOf(failure)), ' ', element('code', {}, reason)),
        ...elsewhere.map(({ location, message: error }) =>
          element('p', {}, element('code', {}, location), ` ${error}.`),
        ),
        element('p', {}, ...withCode(advice)),
        ...(traceId === undefined
          ? []
          : [element('p', { class: 'trace' }, 'Trace id ', element('code', {}, traceId))]),
      );
      first?.focus();
    },
  };
}

/** The code and message of an envelope. Without an envelope, the message of the client. */
function titleOf({ code, message, traceId }: ApiFailure): string {
  return traceId === undefined ? message : `${code} ${message}`;
}
