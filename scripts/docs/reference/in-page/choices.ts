/** Every operation shows the same language. The page remembers it, and whether to show notes for implementers. */
export function connectChoices(): void {
  const languages = [...document.querySelectorAll<HTMLInputElement>('.languages input')];
  const choose = (language: string) => {
    for (const input of languages) input.checked = input.value === language;
  };
  const known = recall('reference.language');
  if (languages.some(({ value }) => value === known)) choose(known);
  for (const input of languages)
    input.addEventListener('change', () => {
      // What is above the choice may get taller or shorter: it stays where the reader sees it.
      const before = input.getBoundingClientRect().top;
      choose(input.value);
      scrollBy({ top: input.getBoundingClientRect().top - before, behavior: 'instant' });
      remember('reference.language', input.value);
      dispatchEvent(new Event('resize'));
    });
  for (const input of document.querySelectorAll('.examples input'))
    input.addEventListener('change', () => dispatchEvent(new Event('resize')));

  const notes = document.querySelector<HTMLInputElement>('#notes');
  if (notes === null) return;
  notes.checked = recall('reference.notes') === 'shown';
  notes.addEventListener('change', () => remember('reference.notes', notes.checked ? 'shown' : 'hidden'));
}

// A sandboxed frame has no storage.
function recall(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then the choice lasts as long as the page.
  }
}
