import { beforeEach, inject } from 'vitest';
import { howToInstall } from './find-browser.ts';

// With CI=true the run has failed before it comes here.
beforeEach(({ skip }) => skip(inject('browserEndpoint') === undefined, howToInstall));
