import { button, unseen } from './dom.ts';

/** Copies text to the clipboard. @returns whether it worked */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// For pages without the Clipboard API, such as those loaded over plain HTTP from another host.
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  // The listener passes the text to the clipboard, so it never becomes part of the page.
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

/** A button that copies, and reports the result in the live region. */
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
