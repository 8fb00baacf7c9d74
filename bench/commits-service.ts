import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The service in a process of its own. */
export interface Service {
  readonly pid: number;
  generate(agent: Agent, worker: number): Promise<void>;
}

/** What it has open is closed by the `closers`. */
export async function startService(
  closers: (() => Promise<void> | void)[],
  database: string,
  secrets: string,
  diskMs = 0,
): Promise<Service> {
  const script = fileURLToPath(new URL('commits-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, database, secrets, String(diskMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  closers.push(async () => {
    child.stdin.end();
    await ended;
  });
  const died = ended.then(() => {
    throw new Error('the service ended before it listened');
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), died]);
  died.catch(() => {});
  const { url, tokens } = JSON.parse(line) as { url: string; tokens: string[] };
  const target = `${url}/v1/security/apikey/generate`;
  return { pid: child.pid ?? 0, generate: (agent, worker) => post(agent, target, tokens[worker] ?? '') };
}

function post(agent: Agent, url: string, token: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': 2,
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`the service answered with ${response.statusCode}`));
      });
    });
    call.once('error', reject).end('{}');
  });
}
