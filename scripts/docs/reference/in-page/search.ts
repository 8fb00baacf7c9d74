interface Found {
  readonly href: string;
  readonly title: string;
  /** The title, and of an operation its method and path. */
  readonly name: string;
  /** The section that it is in. */
  readonly within: string;
  /** Everything that it says, in lower case. */
  readonly text: string;
}

const mostResults = 12;

/** Searches the headings, fields, failures and headers of the page. */
export function connectSearch(): void {
  const box = document.querySelector<HTMLInputElement>('#find');
  const list = document.querySelector<HTMLUListElement>('#found');
  const count = document.querySelector('#found-count');
  const sections = document.querySelector<HTMLElement>('.menu .sections');
  if (box === null || list === null || count === null || sections === null) return;
  box.closest<HTMLElement>('.find')?.removeAttribute('hidden');
  let index: readonly Found[] | undefined;

  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    index ??= readPage();
    const found = words.length === 0 ? [] : search(index, words);
    list.hidden = words.length === 0;
    sections.hidden = words.length > 0;
    count.textContent = words.length === 0 ? '' : `${found.length || 'No'} results`;
    list.replaceChildren(
      ...(found.length === 0 ? [item('No results')] : found.slice(0, mostResults).map(resultItem)),
    );
  };
  const clear = () => {
    box.value = '';
    show();
  };
  box.addEventListener('input', show);
  box.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') clear();
    if (key === 'Enter') list.querySelector('a')?.click();
  });
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) clear();
  });
  box.closest('.find')?.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || !/^Arrow(Up|Down)$/.test(event.key)) return;
    const stops: readonly HTMLElement[] = [box, ...list.querySelectorAll('a')];
    const at = stops.findIndex((one) => one.matches(':focus'));
    stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    event.preventDefault();
  });
  // Before the search of the whole site, which has the same key.
  const capture = true;
  addEventListener('keydown', focusWithSlash, { capture });

  function focusWithSlash(event: KeyboardEvent): void {
    const typing = 'input:not([type=radio], [type=checkbox]), dialog *';
    if (event.target instanceof Element && event.target.matches(typing)) return;
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    box?.closest('details')?.setAttribute('open', '');
    box?.focus();
  }
}

/** Results whose name begins with the first word come first, then those whose name has all words. */
function search(index: readonly Found[], words: readonly string[]): Found[] {
  const rank = ({ name }: Found) => {
    if (name.startsWith(words[0] ?? '')) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return index
    .filter(({ text, within }) =>
      words.every((word) => text.includes(word) || within.toLowerCase().includes(word)),
    )
    .toSorted((one, other) => rank(one) - rank(other));
}

function readPage(): Found[] {
  const found: Found[] = [];
  let section = '';
  for (const place of document.querySelectorAll<HTMLElement>('.parts :is(h2, h3, li)[id]')) {
    const isHeading = place.localName !== 'li';
    const title = (isHeading ? place : place.querySelector('.name code, code'))?.textContent?.trim() ?? '';
    if (isHeading) section = title;
    const text = isHeading
      ? (place.closest('.part')?.querySelector('.text')?.textContent ?? title)
      : place.textContent;
    const route = isHeading
      ? (place.closest('.part')?.querySelector('.text > .route')?.textContent ?? '')
      : '';
    const within = isHeading ? '' : section;
    const name = `${title} ${route}`.toLowerCase();
    found.push({ href: `#${place.id}`, title, name, within, text: `${title} ${text}`.toLowerCase() });
  }
  return found;
}

function resultItem({ href, title, within }: Found): HTMLLIElement {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = title;
  if (within !== '') {
    const small = document.createElement('span');
    small.textContent = within;
    link.append(' ', small);
  }
  return item(link);
}

function item(content: Node | string): HTMLLIElement {
  const row = document.createElement('li');
  row.append(content);
  return row;
}
