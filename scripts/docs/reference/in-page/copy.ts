/** The buttons that copy what their card shows. */
export function connectCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
    const [label] = button.childNodes;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const code = [...(button.closest('.code-box')?.querySelectorAll('pre') ?? [])].find(
        (one) => one.getClientRects().length > 0,
      );
      if (code === undefined || label === undefined) return;
      label.textContent = (await copy(code)) ? 'Copied' : 'Selected';
      setTimeout(() => {
        label.textContent = 'Copy';
      }, 2000);
    });
  }
}

/** Without access to the clipboard, as on a page without TLS, the text is selected for the reader to copy. */
async function copy(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
