import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { contractChangelog } from '../../../scripts/generate/contract-changelog.ts';
import { runProgram } from '../../support/command/child-process.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { contract, type Edit, login, password, put, revoke } from './contracts.ts';

const run = (script: string, ...args: readonly string[]) =>
  runProgram([process.execPath, '--import', 'tsx', `scripts/${script}.ts`, ...args]);

/** Runs the command on today's contract as release 1.0.0 and what `change` makes of it, as `version`. */
function diff(version: string, change: Edit, ...args: readonly string[]) {
  const path = temporaryFolder();
  const [released, bundle] = [join(path, 'released'), join(path, 'openapi.yaml')];
  mkdirSync(released);
  const before = contract();
  before.info.version = '1.0.0';
  writeFileSync(join(released, '1.0.0.yaml'), stringify(before));
  const later = structuredClone(before);
  later.info.version = version;
  change(later);
  writeFileSync(bundle, stringify(later));
  return run('contract-diff', '--released', released, '--bundle', bundle, ...args);
}

const shorterPassword = put(password, { maxLength: 512 });
const newReason: Edit = (document) => {
  document.components.responses.LoginRefused['x-extensible-enum'].push('new_reason');
};
const newText = put(login, { description: 'Otherwise.' });

describe('the comparison with the last release', () => {
  test('prints a line per finding, the worst first, and rejects a break without a new major version', async () => {
    const { code, stdout, stderr } = await diff('1.1.0', (document) => {
      for (const edit of [newText, newReason, shorterPassword]) edit(document);
      revoke(document).parameters[0].name = 'key_id';
      document.paths['/v1/security/apikey/{key_id}'] = document.paths['/v1/security/apikey/{id}'];
      delete document.paths['/v1/security/apikey/{id}'];
    });
    expect(stdout).toBe(`1.0.0 → 1.1.0
CLIENTS  SERVERS  WHAT CHANGED
break    -        LoginRequest.password: maxLength 1024 → 512 (accepts less) [request-maxLength-tighter]
work     follow   LoginRefused: "new_reason" added (clients expect new values) [response-x-extensible-enum-looser]
work     -        DELETE /v1/security/apikey/{key_id} key_id: name id → key_id (only its position counts in a path) [path-parameter-renamed]
-        -        POST /v1/auth/login: description changed (wording only) [text-changed]
1 breaking, 2 additive, 1 editorial; servers must follow 1
`);
    expect(code).toBe(1);
    expect(stderr).toContain('a breaking change of 1.0.0 needs 2.0.0');
  });

  test('rejects the removal of an operation before its sunset with any version, and writes JSON', async () => {
    const remove: Edit = ({ paths }) => delete paths['/v1/auth/login'].post;
    const { code, stdout, stderr } = await diff('2.0.0', remove, '--json');
    expect(JSON.parse(stdout).findings[0]).toEqual({
      ...{
        impact: 'breaking',
        clients: 'breaking',
        servers: 'none',
        why: 'clients that call it fail',
        rules: ['operation-removed'],
      },
      ...{
        subject: 'POST /v1/auth/login',
        change: 'operation removed',
        pointer: '/paths/~1v1~1auth~1login/post',
      },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('POST /v1/auth/login was never deprecated');
  });
});

test('the changelog of the contract describes the first release, and what each later one changed', async () => {
  const path = temporaryFolder();
  const first = contract();
  const later = structuredClone(first);
  newReason(later);
  writeFileSync(join(path, '1.9.0.yaml'), stringify(first));
  writeFileSync(join(path, '1.10.0.yaml'), stringify(later));

  const page = await contractChangelog(path);

  expect(page.match(/^### .*$/gm)).toEqual(['### 1.10.0', '### 1.9.0, first release']);
  expect(page).toContain('**Servers must follow.**\n\n- `LoginRefused`: "new_reason" added');
  expect(page).toContain('- `POST /v1/auth/login`: Log in. Returns 200, 400, 401,');
});
