import { copyButton } from './copy.ts';
import { element } from './dom.ts';
import { showSecret } from './show-secret.ts';

/** What a call gave, each under its name. */
export function facts(named: Readonly<Record<string, string | Node>>): HTMLElement {
  return element(
    'dl',
    { class: 'facts' },
    ...Object.entries(named).map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, value)),
    ),
  );
}

/** A secret that can be shown, and copied without being shown. */
export function secretFact(name: string, value: string, say: (words: string) => void): HTMLElement {
  const shown = showSecret(name, value);
  shown.append(copyButton(name, value, say));
  return shown;
}
