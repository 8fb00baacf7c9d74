import { testVariants } from './test-variants.ts';

testVariants(2);
