import { byId } from './dom.ts';
import type { Session } from './session.ts';

/** A field for a secret, and the button that shows what is typed in it. */
export function connectReveal(id: string, session: Session): void {
  const field = byId(id, HTMLInputElement);
  const toggle = byId(`${id}-show`, HTMLButtonElement);

  function show(wanted: boolean): void {
    field.type = wanted ? 'text' : 'password';
    toggle.setAttribute('aria-pressed', String(wanted));
  }
  toggle.addEventListener('click', () => show(field.type === 'password'));
  // What is typed for the next call is another secret.
  field.form?.addEventListener('submit', () => show(false));
  session.onForget(() => show(false));
}
