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
