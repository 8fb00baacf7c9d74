import type { ApiFailure, ValidationError } from '../client/index.ts';
import { element, withCode } from './dom.ts';

/** What a step tells of its last call: in regions that screen readers read out, and next to the fields. */
export interface Outcome {
  clear(): void;
  /** Said, but not in the way. */
  say(words: string): void;
  fail(failure: ApiFailure, advice: string): void;
  /** A fault of one field, before anything is sent. */
  refuse(name: string, words: string): void;
  /** What a success gave. It is not read out as a whole: it may be long, and has buttons. */
  show(...children: readonly Node[]): void;
}

/** The regions and the texts next to the fields are in the page, by the form's id and the fields' names. */
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
      // No fault of anybody's: the login goes on.
      alert.classList.toggle('asking', reason === 'otp_required');
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

/** An envelope says its code apart from its message; what is none has only what the client says of it. */
function titleOf({ code, message, traceId }: ApiFailure): string {
  return traceId === undefined ? message : `${code} ${message}`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
