import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startProgram } from '../support/command/child-process.ts';
import { serveInChild } from '../support/command/run-command.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { blocksOf } from './support/blocks.ts';
import { createWorkplace } from './support/workplace.ts';

const codeOf = (page: string, begins: string) =>
  blocksOf(readFileSync(page, 'utf8')).find(({ code }) => code.startsWith(begins))?.code ?? '';

/** Runs a program of a page on a free port. @returns its address */
async function start(code: string, port: number): Promise<string> {
  const { folder, environment } = createWorkplace();
  const listen = new RegExp(`listen\\(${port}, '127.0.0.1'(?:, .*?)?\\);`);
  expect(code).toMatch(listen);
  const program = code.replace(
    listen,
    "listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });",
  );
  const args = ['tsx', '--input-type=module', '--eval', program];
  const child = startProgram(args, { cwd: folder, env: environment });
  onTestFinished(child.end);
  return child.says(/http:\S+(?=\n)/);
}

const json = { 'Content-Type': 'application/json' };

test('the app of docs/run/deploy.md serves the operations below its path, with rate limits or without', async () => {
  const page = 'docs/run/deploy.md';
  const app = codeOf(page, '// app.ts');
  const unlimited = codeOf(page, 'await createService').trim().replace(/;$/, '');
  const created = 'await createService({ config: { database } })';
  expect(app).toContain(created);

  const statuses = async (code: string) => {
    const url = await start(code, 8080);
    const found = [];
    for (let login = 0; login <= 60; login += 1) {
      const body = JSON.stringify({ identity: 'nobody@example.com' });
      const options = { method: 'POST', headers: json, body };
      found.push((await fetch(`${url}/access/v1/auth/login`, options)).status);
    }
    return new Set(found);
  };
  expect(await statuses(app)).toEqual(new Set([401, 429]));
  expect(await statuses(app.replace(created, unlimited))).toEqual(new Set([401]));
});

test('the app of docs/run/accounts-and-keys.md accepts an API key, and nothing else', async () => {
  const folder = temporaryFolder();
  const { url, stderr } = await serveInChild(['--demo', '--internal', '127.0.0.1:0'], {
    cwd: folder,
  });
  const [, internal = ''] = /"internal":\{"url":"([^"]+)"/.exec(stderr()) ?? [];
  const post = async (path: string, body: object, headers = {}) => {
    const options = {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    };
    return parse(await (await fetch(`${url}/v1${path}`, options)).text()).data;
  };
  const user = { identity: 'demo@example.com', password: 'demo-password' };
  const { access_token: token, me_id } = await post('/auth/login', user);
  const headers = { Authorization: `Bearer ${token}` };
  const { api_key: key } = await post('/security/apikey/generate', { description: 'CI' }, headers);

  const reports = await start(
    codeOf('docs/run/accounts-and-keys.md', '// reports.ts')
      .replace('./data/demo.db', `${folder}/data/demo.db`)
      .replace('http://127.0.0.1:8081', internal),
    3000,
  );
  const read = (credential: string) =>
    fetch(`${reports}/reports`, { headers: { Authorization: `Bearer ${credential}` } });
  const response = await read(key);
  expect(await response.json()).toEqual({ for: me_id, with: 'CI' });
  expect((await read(token)).status).toBe(401);
});
