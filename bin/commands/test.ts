import { defineTest } from '../../conformance/engine/commands/test/command.ts';
import type { HelpTexts } from '../../conformance/engine/terminal/help-texts.ts';
import { testProgram } from '../test-program.ts';

const help: HelpTexts = {
  examples: [
    ['account-access test --init', 'writes account-access.yaml'],
    'account-access test https://api.example.com --profile account-access.yaml',
    'account-access test http://127.0.0.1:8080 --profile data/demo-profile.yaml',
    'account-access test http://127.0.0.1:8080 --only login mfa/used-code-is-rejected',
    'account-access test http://127.0.0.1:8080 --report junit=junit.xml',
    'account-access test --replay 1a2b3c4d --from report.json --profile p.yaml',
    'account-access test https://other.example.com --document openapi.yaml',
    'account-access test https://mtls.example.com --cert client.pem --key key.pem',
    ['account-access test <base-url> --hooks sign.mjs', 'for a gateway with signatures'],
    "account-access test <base-url> --document api.yaml --operation 'GET /books/*'",
    'account-access test --list --only login --json',
  ],
  json: [
    [
      {
        id: 'login/returns-a-token',
        rule: 'Returns an access token for the right identity and password.',
        basis: 'shown',
        source: '4.1',
        operation: 'login',
        needs: ['account'],
      },
    ],
  ],
};

export const define = defineTest(testProgram, help);
