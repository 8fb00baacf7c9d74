import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'The disk of the log is full, or its reader stalls': {
    'operator/run/service-log.ts': {
      'bounded-log': `if (waiting.length > maximumLength) {
          dropped += 1;
          return;
        }`,
      'log-on-a-full-disk': {
        find: 'if (error) {',
        replace: "if (error) { if (error.code === 'ENOSPC') throw error;",
      },
    },
  },
  'A stop or an upgrade resets connections in use': {
    'server/serve/drain.ts': {
      'close-when-stopping': [
        'if (draining) response.shouldKeepAlive = false;',
        'for (const response of running) response.shouldKeepAlive = false;',
      ],
    },
  },
};
