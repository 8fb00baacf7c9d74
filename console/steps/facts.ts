import { copyButton } from '../page/copy.ts';
import { element } from '../page/dom.ts';
import { showSecret } from '../page/show-secret.ts';

/** The values that a call returned, by name. */
export function facts(named: Readonly<Record<string, string | Node>>): HTMLElement {
  return element(
    'dl',
    { class: 'facts' },
    ...Object.entries(named).map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, value)),
    ),
  );
}

/** A secret that the reader can show, or copy without showing it. */
export function secretFact(name: string, value: string, say: (words: string) => void): HTMLElement {
  const shown = showSecret(name, value);
  shown.append(copyButton(name, value, say));
  return shown;
}
