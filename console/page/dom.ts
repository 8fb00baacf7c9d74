/** The element of the page with this id. @throws Error when the page lacks it: page and script must match. */
export function byId<Found extends Element>(id: string, type: new () => Found): Found {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} with the id ${id}`);
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

/** Text for screen readers only. */
export function unseen(text: string): HTMLElement {
  return element('span', { class: 'unseen' }, text);
}

/** Text in which backticks mark code. */
export function withCode(text: string): (Node | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : element('code', {}, part)));
}
