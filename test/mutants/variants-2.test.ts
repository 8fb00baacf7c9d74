import { testVariants } from './test-variants.ts';

testVariants(1);
