import { copy } from '../../../../console/page/dom.ts';
import { offerSearch } from './search.ts';

// Long enough to read.
const messageMs = 2000;

// What the pages have only with JavaScript.
addCopyButtons();
offerSearch();

/** Adds a button to each block of code of a guide, except drawings and output. */
function addCopyButtons(): void {
  for (const code of document.querySelectorAll('.guide main pre:not(.drawing), .home pre:not(.drawing)')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const copied = await copy((code.textContent ?? '').trimEnd());
      button.textContent = copied ? 'Copied' : 'Select the code to copy it';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, messageMs);
    });
    code.replaceWith(frame);
    frame.append(code, button);
  }
}
