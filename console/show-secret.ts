import { button, element, unseen } from './dom.ts';
import type { Segment } from './segments.ts';

// Always as many, so that they do not tell how long the secret is.
const dots = '••••••••';

/**
 * A secret as dots, with a button that shows it here and nowhere else. Until then the page does not hold it in any form:
 * only this function does.
 */
export function showSecret(name: string, value: string | (() => string)): HTMLElement {
  const current = typeof value === 'string' ? () => value : value;
  const veil = () => [element('span', { 'aria-hidden': 'true' }, dots), unseen('hidden')];
  const shown = element('span', { class: 'masked-value' }, ...veil());
  const toggle = button(
    { class: 'small', 'aria-pressed': 'false' },
    () => {
      const show = toggle.getAttribute('aria-pressed') === 'false';
      toggle.setAttribute('aria-pressed', String(show));
      shown.replaceChildren(...(show ? [current()] : veil()));
    },
    'Show',
    unseen(` ${name}`),
  );
  return element('span', { class: 'masked' }, shown, toggle);
}

/** Segments as elements; secrets as dots. */
export function showSegments(segments: readonly Segment[]): (Node | string)[] {
  return segments.map((segment) => {
    if (segment.kind === 'secret') return showSecret(segment.name, segment.value);
    return segment.kind === 'plain'
      ? segment.text
      : element('span', { class: `json-${segment.kind}` }, segment.text);
  });
}
