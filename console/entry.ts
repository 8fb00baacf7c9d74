import type { Result } from '../client/index.ts';
import { copyButton } from './copy.ts';
import { curlOf } from './curl.ts';
import { element } from './dom.ts';
import { answerText, requestText } from './http-text.ts';
import type { Exchange } from './recorder.ts';
import type { Secrets } from './secrets.ts';
import { showSegments } from './show-secret.ts';
import type { Target } from './target.ts';

/** One call in the journal, unfolded. */
export function entryOf(
  exchange: Exchange,
  result: Result<unknown>,
  target: Target,
  secrets: Secrets,
  say: (words: string) => void,
): HTMLElement {
  const { command, variables } = curlOf(exchange, secrets, target.kind === 'mock');
  return element(
    'details',
    { open: '', class: result.ok ? 'entry' : 'entry failed' },
    summary(exchange, result, secrets),
    element('h3', {}, 'Request'),
    element('pre', {}, ...showSegments(requestText(exchange, secrets))),
    element('h3', {}, 'Answer'),
    element('pre', {}, ...showSegments(answerText(exchange, result, secrets))),
    element(
      'div',
      { class: 'beside' },
      element('h3', {}, 'With curl'),
      copyButton('the curl command', command, say),
    ),
    element('pre', {}, command),
    ...(variables.length === 0 ? [] : [element('p', { class: 'hint' }, ...first(variables))]),
  );
}

function summary({ method, url, took, at, answer }: Exchange, result: Result<unknown>, secrets: Secrets) {
  const outcome = result.ok ? '200' : [answer?.status, result.failure.reason].filter(Boolean).join(' ');
  return element(
    'summary',
    {},
    element('span', { class: `method ${method.toLowerCase()}` }, method),
    ' ',
    // Masked like everything, though hidden without a button: a summary is one already.
    element(
      'span',
      { class: 'path' },
      ...secrets.part(url.pathname).map((part) => (part.kind === 'secret' ? '…' : part.text)),
    ),
    ' ',
    element('span', { class: 'outcome' }, outcome),
    ' ',
    element('span', { class: 'took' }, `${Math.round(took)} ms, ${at.toLocaleTimeString()}`),
  );
}

function first(variables: readonly string[]): (Node | string)[] {
  const names = variables.flatMap((name, index) => [
    index === 0 ? '' : index === variables.length - 1 ? ' and ' : ', ',
    element('code', {}, name),
  ]);
  return ['Set ', ...names, ' in your shell first, so that no secret stands in its history.'];
}
