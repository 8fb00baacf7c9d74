import { copy } from '../../../../console/page/copy.ts';

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
      const copied = await copy(code.textContent);
      // Without access to the clipboard, the text is selected for the reader to copy.
      if (!copied) getSelection()?.selectAllChildren(code);
      label.textContent = copied ? 'Copied' : 'Selected';
      setTimeout(() => {
        label.textContent = 'Copy';
      }, 2000);
    });
  }
}
