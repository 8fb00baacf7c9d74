import { byId } from './dom.ts';

// Long enough to be read; nobody has to act on it.
const shownMs = 6000;

/** The page's own live region, for what belongs to no step. */
export function createSay(): (words: string) => void {
  const region = byId('console-status', HTMLElement);
  let ending: ReturnType<typeof setTimeout> | undefined;
  return (words) => {
    clearTimeout(ending);
    region.textContent = words;
    ending = setTimeout(() => region.replaceChildren(), shownMs);
  };
}
