import { beforeEach, inject } from 'vitest';

// The project says why when it starts.
beforeEach((context) => {
  context.skip(inject('postgres') === '', 'PostgreSQL cannot start here');
});
