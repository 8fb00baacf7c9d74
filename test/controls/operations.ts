import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'The disk of the log is full, or its reader stalls': {
    'bounded-log': {
      file: 'operator/run/service-log.ts',
      find: `if (waiting.length > maximumLength) {
          dropped += 1;
          return;
        }`,
    },
    'log-on-a-full-disk': {
      file: 'operator/run/service-log.ts',
      find: 'if (error) {',
      replace: `if (error) {
        if (error.code === 'ENOSPC') throw error;`,
    },
  },
  'A stop or an upgrade resets connections in use': {
    'close-when-stopping': {
      edits: [
        {
          file: 'server/serve/drain.ts',
          find: 'if (draining) response.shouldKeepAlive = false;',
        },
        {
          file: 'server/serve/drain.ts',
          find: 'for (const response of running) response.shouldKeepAlive = false;',
        },
      ],
    },
  },
};
