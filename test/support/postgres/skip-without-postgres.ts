import { beforeEach, inject } from 'vitest';

// `postgres-server.ts` reports why.
beforeEach((context) => {
  context.skip(inject('postgres') === '', 'PostgreSQL cannot start here');
});
