/** Opens the menu where there is room, closes it after a choice where there is none, and marks the section being read. */
export function connectMenu(): void {
  const folded = document.querySelector<HTMLDetailsElement>('.menu details');
  if (folded === null) return;
  const isWide = matchMedia('(min-width: 60rem)');
  const adjust = () => {
    folded.open = isWide.matches;
  };
  isWide.addEventListener('change', adjust);
  adjust();
  folded.addEventListener('click', ({ target }) => {
    if (!isWide.matches && target instanceof Element && target.closest('a') !== null) folded.open = false;
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
  let planned = false;
  addEventListener(
    'scroll',
    () => {
      if (planned) return;
      planned = true;
      requestAnimationFrame(() => {
        planned = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
