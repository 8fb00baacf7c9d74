import { findService } from '../../../../console/target/find-service.ts';
import { connectChoices } from './choices.ts';
import { connectCopyButtons } from './copy.ts';
import { connectMenu } from './menu.ts';
import { connectSearch } from './search.ts';

// What the page can do only with a script. Everything else works without.
connectChoices();
connectCopyButtons();
connectMenu();
connectSearch();
makeCodeReachable();
addEventListener('resize', makeCodeReachable);
void showAddress();

/** Code that is wider than its box can be scrolled with the keyboard. */
function makeCodeReachable(): void {
  for (const code of document.querySelectorAll('pre')) {
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
    else code.removeAttribute('tabindex');
  }
}

/** Shows the address of the service that serves this page, in place of the default of the contract. */
async function showAddress(): Promise<void> {
  if (!location.protocol.startsWith('http')) return;
  const service = await findService(location.href);
  if (service === undefined) return;
  for (const place of document.querySelectorAll('.base')) place.textContent = service.baseUrl;
}
