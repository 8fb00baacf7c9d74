import { readFileSync } from 'node:fs';
import type { RunningServer } from '../../../server/service.ts';

/** The internal listener of a service, and its credential. */
export interface Internal {
  readonly url: string;
  readonly credential: string;
}

export function internalOf({ internal }: Pick<RunningServer, 'internal'>): Internal {
  if (internal === undefined) throw new Error('the service has no internal listener');
  return { url: internal.url, credential: readFileSync(internal.credentialFile, 'utf8').trim() };
}

/** Whether introspection says that a key or token is active. */
export async function isActive(internal: Internal, token: string): Promise<boolean> {
  const response = await fetch(`${internal.url}/introspect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${internal.credential}` },
    body: new URLSearchParams({ token }),
  });
  if (response.status !== 200) throw new Error(`introspection gave HTTP ${response.status}`);
  return Reflect.get(Object(await response.json()), 'active') === true;
}

/** What `/ready` responds. */
export async function readinessOf(internal: Internal): Promise<unknown> {
  const response = await fetch(`${internal.url}/ready`);
  return response.json();
}
