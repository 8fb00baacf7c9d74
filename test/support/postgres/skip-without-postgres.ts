import { beforeEach, inject } from 'vitest';

// `postgres-project.ts` reports why.
beforeEach((context) => {
  context.skip(inject('postgres') === '', 'PostgreSQL cannot start here');
});
