// Adds what Redoc's markup lacks for screen readers and keyboards, after each change of the page.

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

function set(element: Element, name: string, value: string): void {
  // Only what differs, since each setting is a change again.
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Something that only takes clicks becomes a button for keys and for screen readers. */
function makeButton(element: HTMLElement): void {
  if (element.role === 'button') return;
  element.role = 'button';
  element.tabIndex = 0;
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    element.click();
  });
}

function improve(): void {
  for (const menu of all('.menu-content')) {
    set(menu, 'role', 'navigation');
    set(menu, 'aria-label', 'Reference');
  }
  for (const item of all('[data-testid="menu-item-label"]')) {
    const link = item.closest('a');
    if (link === null) continue;
    if (item.dataset.active === 'true') set(link, 'aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  for (const box of all('[data-testid="search-trigger"]')) makeButton(box);
  for (const icon of all('[data-component-name="icons/HorizontalViewIcon/HorizontalViewIcon"]')) {
    const choice = icon.closest<HTMLElement>('span');
    if (choice === null) continue;
    makeButton(choice);
    set(choice, 'aria-label', 'Examples next to the text, or below it');
  }
  for (const button of all('[data-testid="color-mode-switcher"]')) set(button, 'aria-label', 'Light or dark');
  // Voice control finds a button by the text on it, so its name must contain that text (WCAG 2.5.3).
  for (const button of all('button[aria-label="Example"], button[data-named]')) {
    set(button, 'data-named', '');
    set(button, 'aria-label', `Example: ${button.textContent}`);
  }
  for (const button of all('button:not([aria-label])')) {
    if (button.textContent === '') set(button, 'aria-label', 'Clear');
  }
  // Under the heading of an operation (level 2) Redoc goes on with level 4.
  for (const heading of all('#api-content h4')) set(heading, 'aria-level', '3');
  for (const box of all('.md-table-wrapper, pre')) {
    if (box.scrollWidth <= box.clientWidth) continue;
    set(box, 'tabindex', '0');
    if (box.matches('.md-table-wrapper')) {
      set(box, 'role', 'region');
      set(box, 'aria-label', 'Table');
    }
  }
}

let planned = false;
function plan(): void {
  if (planned) return;
  planned = true;
  requestAnimationFrame(() => {
    planned = false;
    improve();
  });
}

new MutationObserver(plan).observe(document.body, { subtree: true, childList: true, attributes: true });
addEventListener('resize', plan);

// Redoc uses the fragment for its own addresses, so the link to skip must not change it.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  const main = document.querySelector<HTMLElement>('main');
  if (main === null) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.focus();
});
