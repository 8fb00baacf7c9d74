import { defineProxy } from '../../conformance/engine/commands/proxy/command.ts';
import { testProgram } from '../test-program.ts';

export const define = defineProxy(testProgram, {
  examples: [
    'account-access proxy https://api.example.com',
    'account-access proxy http://127.0.0.1:8080 --report html=traffic.html',
    'account-access proxy https://other.example.com --document openapi.yaml',
  ],
});
