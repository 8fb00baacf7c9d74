import { button, unseen } from './dom.ts';

/** Whether the text is on the clipboard now. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// For pages without the clipboard's interface, such as those that came over plain HTTP from another host.
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  // The text goes from the listener to the clipboard and is never part of the page.
  document.addEventListener('copy', put, { once: true });
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', put);
    if (before instanceof HTMLElement) before.focus();
  }
}

/** A button that copies, and says in the live region how it went. */
export function copyButton(what: string, text: string, say: (words: string) => void): HTMLButtonElement {
  return button(
    { class: 'small' },
    async () => {
      say(
        (await copy(text))
          ? `Copied ${what}.`
          : `The browser does not let this page copy. Show ${what}, select it and copy it by hand.`,
      );
    },
    'Copy',
    unseen(` ${what}`),
  );
}
