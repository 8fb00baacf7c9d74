import type { Found, SearchEntry } from '../search-entry.ts';
import { findIn } from '../search-entry.ts';

declare global {
  // Set by `search-index.js`, a separate script that only loads when the reader searches.
  var accountAccessSearch: readonly SearchEntry[] | undefined;
}

/** Adds a search button to the head of the page. `/` opens the search too. */
export function offerSearch(): void {
  const menu = document.querySelector('nav[aria-label="Site"]');
  if (menu === null) return;
  const open = create('button', { type: 'button', className: 'search', textContent: 'Search' });
  const dialog = create('dialog', { className: 'search', ariaLabel: 'Search' });
  const field = create('input', {
    type: 'search',
    ariaLabel: 'Search the docs',
    placeholder: 'Search the docs',
  });
  const close = create('button', { type: 'button', textContent: 'Close' });
  const status = create('p', { role: 'status' });
  const list = create('ol', {});
  const row = create('div', { className: 'row' });
  row.append(field, close);
  dialog.append(row, status, list);
  menu.before(open);
  document.body.append(dialog);

  let entries: Promise<readonly SearchEntry[]> | undefined;

  async function show(): Promise<void> {
    dialog.showModal();
    field.select();
    entries ??= load();
    await draw();
  }

  async function draw(): Promise<void> {
    const query = field.value;
    const all = await entries;
    if (all === undefined || query !== field.value) return;
    const found = findIn(all, query);
    list.replaceChildren(...found.map(item));
    status.textContent =
      query.trim() === '' ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} found.`;
  }

  open.addEventListener('click', show);
  close.addEventListener('click', () => dialog.close());
  field.addEventListener('input', draw);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
  });
  list.addEventListener('click', () => dialog.close());
  addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    void show();
  });
}

function item({ entry: { href, page, title }, excerpt }: Found): HTMLLIElement {
  const link = create('a', { href, className: 'hit' });
  link.append(
    create('strong', { textContent: title }),
    create('span', { textContent: page === title ? '' : page }),
  );
  const element = create('li', {});
  element.append(link, create('p', { textContent: excerpt }));
  return element;
}

async function load(): Promise<readonly SearchEntry[]> {
  const template = document.querySelector('template#search-index');
  const script =
    template instanceof HTMLTemplateElement && document.importNode(template.content, true).firstElementChild;
  if (!(script instanceof HTMLScriptElement)) return [];
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  return globalThis.accountAccessSearch ?? [];
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}
