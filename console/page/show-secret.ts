import type { Segment } from '../secrets.ts';
import { button, element, unseen } from './dom.ts';

// A constant number, so that it does not reveal the length of the secret.
const dots = '••••••••';

/**
 * A secret as dots, with a button that shows it in this place only. Until then only this function has it, and the page
 * does not contain it in any form.
 */
export function showSecret(name: string, value: string | (() => string)): HTMLElement {
  const current = typeof value === 'string' ? () => value : value;
  const hide = () => [element('span', { 'aria-hidden': 'true' }, dots), unseen('hidden')];
  const shown = element('span', { class: 'masked-value' }, ...hide());
  const toggle = button(
    { class: 'small', 'aria-pressed': 'false' },
    () => {
      const show = toggle.getAttribute('aria-pressed') === 'false';
      toggle.setAttribute('aria-pressed', String(show));
      shown.replaceChildren(...(show ? [current()] : hide()));
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
