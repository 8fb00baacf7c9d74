import type { ApiFailure, ValidationError } from '../../client/index.ts';
import { contract, type Reason } from '../embedded-contract.ts';
import { element, withCode } from '../page/dom.ts';
import { fetchPlainly, type Target } from '../target/target.ts';

export type Outcome = ReturnType<typeof createOutcome>;

/** In live regions for screen readers, and next to the fields. The page names both after the form. */
export function createOutcome(form: HTMLFormElement) {
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
    for (const field of form.querySelectorAll('[aria-invalid]'))
      field.removeAttribute('aria-invalid');
  }

  return {
    clear,
    say: (words: string) => {
      status.textContent = words;
    },
    /** Shows the returned values. No live region: they may be long, and have buttons. */
    show: (...children: readonly Node[]) => result.replaceChildren(...children),
    refuse: (name: string, words: string): undefined => {
      clear();
      mark(name, words)?.focus();
      alert.replaceChildren(element('p', {}, words));
    },
    fail: (failure: ApiFailure, advice: string) => {
      clear();
      const { code, message, reason, traceId, errors } = failure;
      // Without an envelope, the message is that of the client.
      const title = traceId === undefined ? message : `${code} ${message}`;
      const elsewhere: ValidationError[] = [];
      let first: HTMLInputElement | undefined;
      for (const error of errors) {
        const marked = mark(
          error.location.replace(/^\/(body|path)\//, ''),
          sentence(error.message),
        );
        if (marked === undefined) elsewhere.push(error);
        else first ??= marked;
      }
      // Not an error: the login continues.
      alert.classList.toggle('info', reason === 'otp_required');
      alert.replaceChildren(
        element('p', {}, element('strong', {}, title), ' ', element('code', {}, reason)),
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

/** What to do about a failure, with code in backticks: from the contract, or from here when there is no valid response. */
export async function adviceOn(
  { reason, retryAfter }: ApiFailure,
  target: Target,
): Promise<string> {
  if (isDocumented(reason)) {
    const wait = retryAfter === undefined ? '' : ` It says ${retryAfter}.`;
    return `${sentence(contract.advice[reason])}${wait} ${here[reason] ?? ''}`.trimEnd();
  }
  switch (reason) {
    case 'unexpected_response':
      return 'The response does not match the contract. It may come from a proxy in front of the service, or from another service at this base address. The journal shows the response.';
    case 'timed_out':
      return 'The service may have processed the call. Logging in or revoking again is safe; generating again may create a second key.';
    case 'not_sent':
      return 'Check the base address, and log in again.';
    case 'no_response':
      return adviceOnSilence(target);
    default:
      return 'The contract does not list this reason: use the code and the message.';
  }
}

// How to follow the advice on this page.
const here: Readonly<Partial<Record<Reason, string>>> = {
  otp_required: 'Here: enter the code above and log in again.',
  token_missing: 'Here: log in first, in step 1.',
  token_invalid: 'Here: in step 1.',
};

function isDocumented(reason: string): reason is Reason {
  return Object.hasOwn(contract.advice, reason);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

async function adviceOnSilence({ kind, baseUrl }: Target): Promise<string> {
  if (kind === 'mock')
    return 'The mock simulated a lost connection. It processed the call, but a client cannot know that. Logging in or revoking again is safe; generating again creates a second key.';
  if (new URL(baseUrl).origin === location.origin)
    return `Check that the service is still running at \`${baseUrl}\`.`;
  if (location.protocol === 'https:' && baseUrl.startsWith('http:'))
    return `This page was loaded over HTTPS, so browsers block requests to plain \`http:\` addresses of other computers. Open the page over HTTP, or serve the API over HTTPS.`;
  return (await respondsAt(baseUrl))
    ? `A server responds at \`${baseUrl}\`, but the browser does not let this page read the response: the service must allow the origin \`${location.origin}\` (CORS). The mock, \`account-access mock\`, allows every origin; the service allows none by default. Or open the docs from the service: \`${baseUrl}/docs\`.`
    : `No server responds at \`${baseUrl}\`. Check that the service is running, and check the address: host, port, \`http\` or \`https\`.`;
}

// Even a response that the page may not read shows that there is a server. The request changes nothing.
async function respondsAt(baseUrl: string): Promise<boolean> {
  try {
    await fetchPlainly(new Request(`${baseUrl}/`, { mode: 'no-cors' }));
    return true;
  } catch {
    return false;
  }
}
