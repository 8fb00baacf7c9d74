// What the page can do only with a script. Everything else works without.
connectChoices();
connectMenu();
showAddress();

/** Shows the address of the service that serves this page below `/docs`, in place of the default of the contract. */
function showAddress(): void {
  const [, base] = /^(https?:.*)\/docs\/[^/]*$/.exec(location.origin + location.pathname) ?? [];
  if (base === undefined) return;
  for (const place of document.querySelectorAll('.base')) place.textContent = base;
}

/** Every operation shows the same language. The page remembers it, and whether to show notes for implementers. */
function connectChoices(): void {
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
      scrollBy({ top: input.getBoundingClientRect().top - before });
      remember('reference.language', input.value);
    });

  const notes = document.querySelector<HTMLInputElement>('#notes');
  if (notes === null) return;
  notes.checked = recall('reference.notes') === 'shown';
  notes.addEventListener('change', () =>
    remember('reference.notes', notes.checked ? 'shown' : 'hidden'),
  );
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

/** Opens the menu where there is room, closes it after a choice where there is none, and marks the section being read. */
function connectMenu(): void {
  const folded = document.querySelector<HTMLDetailsElement>('.menu details');
  if (folded === null) return;
  const isWide = matchMedia('(min-width: 64rem)');
  const adjust = () => {
    folded.open = isWide.matches;
  };
  isWide.addEventListener('change', adjust);
  adjust();
  folded.addEventListener('click', ({ target }) => {
    if (!isWide.matches && target instanceof Element && target.closest('a') !== null)
      folded.open = false;
  });

  const links = [...folded.querySelectorAll<HTMLAnchorElement>('.sections a')];
  const mark = () => {
    const read = links.findLast(({ hash }) => {
      const top = document.getElementById(hash.slice(1))?.getBoundingClientRect().top;
      return top !== undefined && top < innerHeight / 3;
    });
    for (const link of links) {
      if (link === read) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
