import type { Segment } from '../secrets.ts';

/** The element of the page with this id. @throws Error when the page lacks it: page and script must match. */
export function byId<Found extends Element>(id: string, type: new () => Found): Found {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} with the id ${id}`);
}

/** Loads the script that a template of the page names, if there is one: no address is built here. A module would not load from a disk. */
export async function loadScript(id: string): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`);
  const script = template && document.importNode(template.content, true).firstElementChild;
  if (!(script instanceof HTMLScriptElement)) return;
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

type Attributes = Readonly<Record<string, string>>;

/** A new element. Text is always text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button that does not submit. */
export function button(
  attributes: Attributes,
  act: (made: HTMLButtonElement) => void,
  ...children: readonly (Node | string)[]
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', () => act(made));
  return made;
}

export function unseen(text: string): HTMLElement {
  return element('span', { class: 'unseen' }, text);
}

export function withCode(text: string): (Node | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : element('code', {}, part)));
}

// A constant number, so that it does not reveal the length of the secret.
const dots = '••••••••';

/** Until the reader presses the button, the page does not contain the secret in any form. */
export function showSecret(name: string, value: string | (() => string)): HTMLElement {
  const current = typeof value === 'string' ? () => value : value;
  const hide = () => [element('span', { 'aria-hidden': 'true' }, dots), unseen('hidden')];
  const shown = element('span', { class: 'masked-value' }, ...hide());
  const toggle = button(
    { class: 'small', 'aria-pressed': 'false' },
    () => {
      const show = toggle.getAttribute('aria-pressed') === 'false';
      toggle.setAttribute('aria-pressed', String(show));
      shown.replaceChildren(...(show ? [current()] : hide()));
    },
    'Show',
    unseen(` ${name}`),
  );
  return element('span', { class: 'masked' }, shown, toggle);
}

// As in the samples of the docs.
const classes = { name: 'k', string: 's', literal: 'n' } as const;

export function showSegments(segments: readonly Segment[]): (Node | string)[] {
  return segments.map((segment) => {
    if (segment.kind === 'secret') return showSecret(segment.name, segment.value);
    return segment.kind === 'plain'
      ? segment.text
      : element('i', { class: classes[segment.kind] }, segment.text);
  });
}

/** The values that a call returned, by name. A server may leave some out. */
export function valueList(named: Readonly<Record<string, string | Node | undefined>>): HTMLElement {
  return element(
    'dl',
    { class: 'values' },
    ...Object.entries(named).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [element('div', {}, element('dt', {}, name), element('dd', {}, value))],
    ),
  );
}

/** A secret that the reader can show, or copy without showing it. */
export function secretValue(
  name: string,
  value: string,
  say: (words: string) => void,
): HTMLElement {
  const shown = showSecret(name, value);
  shown.append(copyButton(name, value, say));
  return shown;
}

/** Copies text to the clipboard. @returns whether it worked */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// For pages without the Clipboard API, such as those loaded over plain HTTP from another host.
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  // The listener passes the text to the clipboard, so it never becomes part of the page.
  document.addEventListener('copy', put, { once: true });
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', put);
    if (before instanceof HTMLElement) before.focus();
  }
}

/** A button that copies, and reports the result in the live region. */
export function copyButton(
  what: string,
  text: string,
  say: (words: string) => void,
): HTMLButtonElement {
  return button(
    { class: 'small' },
    async () => {
      say(
        (await copy(text))
          ? `Copied ${what}.`
          : `The browser does not let this page copy. Show ${what}, select it and copy it by hand.`,
      );
    },
    'Copy',
    unseen(` ${what}`),
  );
}
