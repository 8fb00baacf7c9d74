import type { Result } from '../../client/index.ts';
import { copyButton } from '../page/copy.ts';
import { element } from '../page/dom.ts';
import { showSegments } from '../page/show-secret.ts';
import type { Secrets } from '../secrets.ts';
import type { Target } from '../target/target.ts';
import { curlOf } from './curl.ts';
import { requestText, responseText } from './http-text.ts';
import type { Exchange } from './recorder.ts';

/** One call in the journal, expanded. */
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
    element('h3', {}, 'Response'),
    element('pre', {}, ...showSegments(responseText(exchange, result, secrets))),
    element(
      'div',
      { class: 'title-row' },
      element('h3', {}, 'With curl'),
      copyButton('the curl command', command, say),
    ),
    element('pre', {}, command),
    ...(variables.length === 0 ? [] : [element('p', { class: 'hint' }, ...first(variables))]),
  );
}

function summary({ method, url, took, at, response }: Exchange, result: Result<unknown>, secrets: Secrets) {
  const outcome = result.ok ? '200' : [response?.status, result.failure.reason].filter(Boolean).join(' ');
  return element(
    'summary',
    {},
    element('span', { class: `method ${method.toLowerCase()}` }, method),
    ' ',
    // A summary is a button itself, so a secret in it has no button of its own.
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
  return ['Set ', ...names, ' in your shell first, so that no secret gets into its history.'];
}
