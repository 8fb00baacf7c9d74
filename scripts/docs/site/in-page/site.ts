import type { Found } from '../find-sections.ts';
import { button, copy, element, loadScript } from './dom.ts';

// What the pages have only with JavaScript.
addCopyButtons();
offerSearch();
document
  .querySelector('header [aria-current]')
  ?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** A button that copies, for each block of code: the reference has them already. */
function addCopyButtons(): void {
  for (const code of document.querySelectorAll(
    '.guide main pre:not(.drawing), .home pre:not(.drawing)',
  )) {
    const frame = element('div', { class: 'code' });
    code.replaceWith(frame);
    frame.append(element('button', { type: 'button', class: 'copy' }, 'Copy'), code);
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy'))
    connectCopyButton(button);
}

function connectCopyButton(button: HTMLButtonElement): void {
  const [label] = button.childNodes;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const all = [...(button.closest('.code')?.querySelectorAll('pre') ?? [])];
    const code = all.find((one) => one.getClientRects().length > 0);
    if (code === undefined || label === undefined) return;
    const copied = await copy(code.textContent.trimEnd());
    // Without access to the clipboard, the text is selected for the reader to copy.
    if (!copied) getSelection()?.selectAllChildren(code);
    label.textContent = copied ? 'Copied' : 'Selected';
    setTimeout(() => {
      label.textContent = 'Copy';
    }, 2000);
  });
}

type Search = (query: string) => readonly Found[];

/** Adds a search button to the head of the page. `/` and Ctrl-K open the search too. */
function offerSearch(): void {
  const menu = document.querySelector('nav[aria-label="Site"]');
  if (menu === null) return;
  const keys = '/ Control+K Meta+K';
  const open = button({ class: 'search', 'aria-keyshortcuts': keys }, show, 'Search');
  const field = element('input', {
    type: 'search',
    'aria-label': 'Search the docs',
    placeholder: 'Search the docs',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const close = button({}, () => dialog.close(), 'Close');
  const status = element('p', { role: 'status' });
  const list = element('ol', {});
  const row = element('div', { class: 'row' }, field, close);
  const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, row, status, list);
  menu.before(open);
  document.body.append(dialog);

  let loading: Promise<Search | undefined> | undefined;
  // A reader may press a key before the index is loaded, and means the list that comes.
  let drawn = Promise.resolve();

  function show(): void {
    if (!dialog.open) dialog.showModal();
    field.select();
    loading ??= load();
    redraw();
  }

  function redraw(): void {
    drawn = draw();
  }

  async function draw(): Promise<void> {
    const query = field.value;
    const search = await loading;
    if (search === undefined || query !== field.value) return;
    const found = search(query);
    list.replaceChildren(...found.map(item));
    status.textContent =
      query.trim() === '' ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} found.`;
  }

  field.addEventListener('input', redraw);
  field.addEventListener('keydown', async (event) => {
    if (event.key !== 'Enter') return;
    await drawn;
    list.querySelector('a')?.click();
  });
  list.addEventListener('click', () => dialog.close());
  dialog.addEventListener('keydown', async (event) => {
    if (!/^Arrow(Up|Down)$/.test(event.key)) return;
    event.preventDefault();
    await drawn;
    const stops: readonly HTMLElement[] = [field, ...list.querySelectorAll('a')];
    const at = stops.findIndex((one) => one.matches(':focus'));
    stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  });
  addEventListener('keydown', (event) => {
    if (!opensSearch(event)) return;
    event.preventDefault();
    show();
  });
}

function opensSearch({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  const typing = 'input:not([type=radio], [type=checkbox]), select, textarea';
  return key === '/' && !(target instanceof Element && target.matches(typing));
}

function item({ href, page, title, excerpt }: Found): HTMLLIElement {
  const place = element('span', {}, page === title ? '' : page);
  const link = element('a', { href, class: 'hit' }, element('strong', {}, title), place);
  return element('li', {}, link, element('p', {}, excerpt));
}

async function load(): Promise<Search | undefined> {
  await loadScript('search-index');
  return globalThis.accountAccessSearch;
}
