import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { install } from '../../../scripts/install.ts';
import { credentials as bookingKeys } from './bookings/credentials.ts';
import { faults as bookingFaults } from './bookings/faults/faults.ts';
import { credentials as deskTokens } from './help-desk/credentials.ts';
import { faults as deskFaults } from './help-desk/faults/faults.ts';
import type { Fault } from './proxy/fault.ts';
import { credentials as shopTokens } from './shop/credentials.ts';
import { faults as shopFaults } from './shop/faults/faults.ts';

/** An app that faults are planted in. */
export interface Subject {
  readonly command: readonly [string, string];
  readonly document: string;
  /** The headers of its two owners. */
  readonly credentials: readonly Record<string, string>[];
  readonly faults: readonly Fault[];
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const subjects: Readonly<Record<string, Subject>> = {
  bookings: {
    command: [process.execPath, file('bookings/app.mjs')],
    document: file('bookings/openapi.json'),
    credentials: bookingKeys,
    faults: bookingFaults,
  },
  'help-desk': {
    // Debian's Python has the packages python3-fastapi and python3-uvicorn.
    command: ['/usr/bin/python3', file('help-desk/main.py')],
    document: file('help-desk/openapi.json'),
    credentials: deskTokens,
    faults: deskFaults,
  },
  shop: {
    command: [process.execPath, file('shop/app.mjs')],
    document: file('shop/openapi.yaml'),
    credentials: shopTokens,
    faults: shopFaults,
  },
};

/** Starts the app of a subject on a free port, and returns when it has printed its URL. */
export async function startApp({
  command,
}: Subject): Promise<{ url: string; child: ChildProcess }> {
  await install('bench/power/planted');
  const [program, script] = command;
  const env = { ...process.env, PORT: '0', PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(program, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line);
    return { url, child };
  }
  throw new Error(`${script} ended before it printed its URL`);
}
