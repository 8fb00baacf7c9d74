import type { Result } from '../../client/index.ts';
import { byId, copyButton, element, showSegments } from '../page/dom.ts';
import { plain, type Secrets, type Segment } from '../secrets.ts';
import type { Target } from '../target/target.ts';
import { headerName, headerValue, printJson, requestText, responseText } from './http-text.ts';
import type { Exchange } from './recorder.ts';

export type Journal = ReturnType<typeof createJournal>;

export function createJournal(secrets: Secrets, say: (words: string) => void) {
  const list = byId('journal', HTMLOListElement);
  const empty = byId('journal-empty', HTMLElement);
  const clearing = byId('journal-clear', HTMLButtonElement);

  function clear(): void {
    list.replaceChildren();
    empty.hidden = false;
    clearing.hidden = true;
  }

  clearing.addEventListener('click', () => {
    clear();
    // The focused button is gone: keyboard users continue at the title.
    byId('journal-title', HTMLElement).focus();
    say('The journal is empty.');
  });

  return {
    clear,
    add: (exchange: Exchange, result: Result<unknown>, target: Target): void => {
      // Older entries collapse to make room for the new one.
      for (const open of list.querySelectorAll('details')) open.open = false;
      list.prepend(element('li', {}, entryOf(exchange, result, target, secrets, say)));
      empty.hidden = true;
      clearing.hidden = false;
    },
  };
}

function entryOf(
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

function summary(
  { method, url, took, at, response }: Exchange,
  result: Result<unknown>,
  secrets: Secrets,
) {
  const outcome = result.ok
    ? '200'
    : [response?.status, result.failure.reason].filter(Boolean).join(' ');
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

/** The exchange as a command for a POSIX shell. Variables replace secrets, and the base address of a mock in this page. */
function curlOf({ method, url, headers, body }: Exchange, secrets: Secrets, isMock: boolean) {
  const fields = headers.map(([name, value]) => [
    plain(`${headerName(name)}: `),
    ...headerValue(name, value, secrets),
  ]);
  // The client serialized the body, so it parses.
  const data = body === '' ? [] : printJson(JSON.parse(body), secrets);
  const address = isMock
    ? `"$BASE_URL"${word([plain(url.pathname)])}`
    : word(secrets.part(url.href));
  const lines = [
    `curl -sS -i -X ${method} ${address}`,
    ...fields.map((field) => `-H ${word(field)}`),
    ...(body === '' ? [] : [`--data-raw ${word(data)}`]),
  ];
  const named = [...fields.flat(), ...data].flatMap((segment) =>
    segment.kind === 'secret' ? [variable(segment.name)] : [],
  );
  return {
    command: lines.join(' \\\n  '),
    variables: [...new Set([...(isMock ? ['BASE_URL'] : []), ...named])],
  };
}

function word(segments: readonly Segment[]): string {
  const text = segments.map((segment) => (segment.kind === 'secret' ? '' : segment.text)).join('');
  const [secret, ...others] = segments.filter((segment) => segment.kind === 'secret');
  if (secret === undefined && /^[\w@%+=:,./-]+$/.test(text)) return text;
  // Double quotes where the shell expands nothing but the secret.
  if (
    others.length === 0 &&
    secret !== undefined &&
    secret === segments.at(-1) &&
    !/["$`\\!]/.test(text)
  )
    return `"${text}$${variable(secret.name)}"`;
  const inner = segments.map((segment) =>
    segment.kind === 'secret'
      ? `'"$${variable(segment.name)}"'`
      : segment.text.replaceAll("'", `'\\''`),
  );
  return `'${inner.join('')}'`;
}

function variable(name: string): string {
  return name.toUpperCase();
}
