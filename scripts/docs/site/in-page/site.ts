import { addCopyButtons } from './copy-code.ts';
import { offerSearch } from './search.ts';

// What the pages have only with JavaScript.
addCopyButtons();
offerSearch();
